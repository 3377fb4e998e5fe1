# What mypy and mypyc see of vectors.py: the vectors that compiled code uses natively.
from librt.vecs import vec as vec
from mypy_extensions import i64 as i64
from mypy_extensions import u8 as u8
