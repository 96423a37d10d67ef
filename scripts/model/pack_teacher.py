"""Pack the teacher's ONNX file into one .npz of int8 rows, small enough to travel to a GPU machine.

usage: pack_teacher.py e5-small-v2.onnx teacher.npz        (pip install onnx numpy)
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

model = onnx.load(sys.argv[1])
initial = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
weights = {n: a for n, a in initial.items() if n.startswith(("embeddings.", "encoder.")) and a.dtype == np.float32}
for node in model.graph.node:
    if node.op_type != "MatMul":
        continue
    constant = [i for i in node.input if i in initial]
    if constant:  # the exporter renamed linear weights and transposed them; give them BERT's names back
        name = node.name[1:].replace("/MatMul", "").replace("/", ".") + ".weight"
        weights[name] = initial[constant[0]].T.copy()

packed = {}
for name, array in weights.items():
    if array.ndim == 2 and array.size > 10_000:
        scale = np.abs(array).max(1, keepdims=True) / 127
        packed[name + "|q"] = np.round(array / scale).astype(np.int8)
        packed[name + "|s"] = scale.astype(np.float32)
    else:
        packed[name] = array
np.savez_compressed(sys.argv[2], **packed)
