"""Retrieval figures of an encoder on dialogues (scoring.py says in which form), as the service ranks: R@10.

usage: evaluate.py DIALOGUES.json                                     our encoder, through its WebAssembly kernel
       evaluate.py DIALOGUES.json e5-small-v2.onnx tokenizer.json     the teacher        (pip install onnxruntime tokenizers)
       evaluate.py DIALOGUES.json none                                no encoder
needs: pip install numpy snowballstemmer; node on the PATH for our encoder

Columns: `alone` is cosine only, `lexical` adds BM25, `full` adds who, session and window; @128 is the prefix of 128 dimensions.
Rows: what is embedded of a turn (with its speaker's label or without), and whether the one name in a question became "I".
"""

import sys

import numpy as np

import ours
from scoring import Dialogues, without_name


def e5(onnx_path, tokenizer_path):
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnx_path, options)
    tokenizer = Tokenizer.from_file(tokenizer_path)
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    wanted = [i.name for i in session.get_inputs()]

    def embed(texts, kind):
        out = np.zeros((len(texts), 384), np.float32)
        for i, text in enumerate(texts):
            ids = np.array([tokenizer.encode(f"{kind}: {text}").ids], np.int64)
            feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            v = session.run(None, {k: feed[k] for k in wanted})[0][0].mean(0)
            out[i] = v / np.linalg.norm(v)
        return out

    return embed


dialogues = Dialogues(sys.argv[1])
if sys.argv[2:3] == ["none"]:
    print({mode: round(dialogues.recall(None, None, mode), 4) for mode in ("lexical", "full")})
    sys.exit()
embed = e5(*sys.argv[2:4]) if len(sys.argv) > 3 else ours.embed
turns, questions = dialogues.turns(), dialogues.questions()
labelled = embed([f"{t['speaker']}: {t['text']}" for t in turns], "passage")
plain = embed([t["text"] for t in turns], "passage")
asked = embed([q["q"] for _, q in questions], "query")
unnamed = embed([without_name(q["q"], c) for c, q in questions], "query")
for what, t, q in (
    ("label, name     ", labelled, asked),
    ("label, no name  ", labelled, unnamed),
    ("no label, name  ", plain, asked),
    ("no label, no name", plain, unnamed),
):
    print(what, dialogues.report(t, q))
