"""Weights in files, which factories of models load."""

_PLACE = "map_location=None, progress=True"

LINES = f"""
    torch.load(f, map_location=None, *, weights_only=None, mmap=None) -> weights.load(f) : host dtype=? shape=?
    torch.hub.load_state_dict_from_url(url, model_dir=None, {_PLACE}, check_hash=False, file_name=None, weights_only=False) -> weights.load_url(url, model_dir=model_dir, check_hash=check_hash, file_name=file_name) : host dtype=? shape=?
    torch.utils.model_zoo.load_url(url, model_dir=None, {_PLACE}, check_hash=False, file_name=None, weights_only=False) -> weights.load_url(url, model_dir=model_dir, check_hash=check_hash, file_name=file_name) : host dtype=? shape=?
"""
