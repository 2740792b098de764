"""scipy.constants: numbers, which converted files import from there as well."""

_NAMES = """
    pi golden golden_ratio c speed_of_light mu_0 epsilon_0 h Planck hbar G gravitational_constant g e elementary_charge R
    gas_constant alpha fine_structure N_A Avogadro k Boltzmann sigma Stefan_Boltzmann Wien Rydberg m_e electron_mass m_p
    proton_mass m_n neutron_mass m_u u atomic_mass eV electron_volt calorie calorie_th calorie_IT erg Btu ton_TNT
    yotta zetta exa peta tera giga mega kilo hecto deka deci centi milli micro nano pico femto atto zepto
    gram metric_ton grain lb pound oz ounce stone carat degree arcmin arcminute arcsec arcsecond
    minute hour day week year Julian_year inch foot yard mile mil pt point nautical_mile fermi angstrom micron au
    astronomical_unit light_year parsec atm atmosphere bar torr mmHg psi hectare acre liter litre gallon gallon_US bbl
    barrel kmh mph mach speed_of_sound knot zero_Celsius degree_Fahrenheit hp horsepower dyn dyne lbf pound_force kgf
    kilogram_force
"""

LINES = "\n".join(
    f"    scipy.constants.{name} -> scipy.constants.{name} : static dtype=pyfloat" for name in _NAMES.split()
)
