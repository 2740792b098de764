"""How often the models of this process have changed: what compiled calls go by to know that they are up to date."""

structure = 0  # attributes, submodules, parameters that come and go
data = 0  # arrays in cells
