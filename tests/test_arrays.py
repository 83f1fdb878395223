"""Files of arrays from strangers: bombs, lies and damage are refused before anything is unpacked."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import tracemalloc
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from boardai.basics import arrays
from boardai.basics.arrays import read_arrays, read_heads
from boardai.learn.network.weights_file import WEIGHTS_FORMAT, read_weights
from boardai.search.evaluations.naming import load_evaluation

GIBIBYTE = 1 << 30


def head(shape: Any, dtype: str = "<f4", order: bool = False, version: int = 1) -> bytes:
    """The head of an array of that shape, whether there is one or not."""
    text = f"{{'descr': {dtype!r}, 'fortran_order': {order}, 'shape': {shape!r}, }}\n".encode()
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text


def packed(path: Path, parts: dict[str, bytes]) -> Path:
    """An archive of entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return path


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gibibyte of zeros in a megabyte, with all that a file of weights has besides."""
    card = {"features": "linear", "points": False, "unit": 1.0, "scale": 100.0, "format": WEIGHTS_FORMAT}
    text = npy(np.array(json.dumps(card)))
    # Packed piece by piece, so that a piece can be there many times; the directory then says what it is.
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = squeeze.compress(head((GIBIBYTE // 4,))) + squeeze.flush(zlib.Z_FULL_FLUSH)
    zeros = squeeze.compress(bytes(1 << 20)) + squeeze.flush(zlib.Z_FULL_FLUSH)
    content = first + zeros * 1024 + squeeze.flush()
    path = packed(tmp_path_factory.mktemp("bomb") / "weights.npz", {"card.npy": text, "metadata.npy": text})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as archive:
        archive.writestr("weights.npy", content)
        archive.infolist()[-1].compress_type = zipfile.ZIP_DEFLATED
        archive.infolist()[-1].file_size = len(head((GIBIBYTE // 4,))) + GIBIBYTE
        archive.infolist()[-1].CRC = zlib.crc32(head((GIBIBYTE // 4,)) + bytes(GIBIBYTE >> 10))
    assert path.stat().st_size < 1_200_000
    return path


DOORS: dict[str, Callable[[Path], object]] = {
    "read_arrays": read_arrays,
    "load_evaluation": load_evaluation,
    "read_weights": read_weights,
}


@pytest.mark.parametrize("door", DOORS)
def test_a_bomb_is_refused_by_what_its_directory_says(door: str, bomb: Path) -> None:
    tracemalloc.start()
    try:
        with refused("268,435,456"):
            DOORS[door](bomb)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


CHILD = """
import resource, sys
from pathlib import Path
import numpy as np
import boardai
from boardai.learn.data.datasets import shard_arrays
from boardai.learn.network.weights_file import read_weights
from boardai.learn.runs.checkpoint import _restored
from boardai.search.evaluations.naming import find_evaluation, load_evaluation
path = Path(sys.argv[1])
state = boardai.load("chess").initial_state()
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20), resource.RLIM_INFINITY))
doors = [load_evaluation, read_weights, shard_arrays, lambda path: find_evaluation(state, str(path)),
         lambda path: _restored(path, {"weights": np.zeros(3, np.float32)})]
for door in doors:
    try:
        door(path)
    except ValueError as error:
        assert "bytes" in str(error) or "made for another" in str(error), error
    else:
        raise AssertionError(door)
"""


@pytest.mark.thorough
def test_every_door_refuses_it_with_two_hundred_megabytes_to_go(bomb: Path) -> None:
    """The child would be ended by its limit, and did need 1.4 GiB."""
    done = subprocess.run([sys.executable, "-c", CHILD, str(bomb)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


GOOD = npy(np.arange(6, dtype=np.float32))
REFUSED: dict[str, tuple[dict[str, bytes], str]] = {
    "a negative shape": ({"a.npy": head((-1,))}, "array 'a': its head.*10,000 bytes"),
    "negative shapes that make a positive one": (
        {"a.npy": head((-2, -3)) + bytes(24)},
        "array 'a': its head.*10,000 bytes",
    ),
    "a huge shape": ({"a.npy": head((10**12,))}, r"array 'a': .*1000000000000\]"),
    "a shape beyond 64 bits": ({"a.npy": head((2**62, 4))}, "does not fit"),
    "a shape of a huge side and none": ({"a.npy": head((0, 10**30))}, "array 'a'"),
    "many dimensions": ({"a.npy": head((1,) * 100) + bytes(4)}, "array 'a'"),
    "a shape that is none": ({"a.npy": head("x")}, "array 'a'"),
    "a truth in a shape": ({"a.npy": head((True, 2.5)) + bytes(8)}, "array 'a'"),
    "objects": ({"a.npy": head((1,), "|O") + b"cos\nsystem\n."}, "array 'a': its head.*10,000 bytes"),
    "a structure with objects": ({"a.npy": head((1,), "|V8")}, "array 'a': its head.*10,000 bytes"),
    "texts of no length": ({"a.npy": head((10**15,), "<U0")}, "does not fit"),
    "texts of huge length": ({"a.npy": head((1,), "<U100000000")}, "does not fit"),
    "times": ({"a.npy": npy(np.zeros(1, "datetime64[s]"))}, "array 'a': its head.*10,000 bytes"),
    "a type that is none": ({"a.npy": head((1,), "nonsense")}, "array 'a'"),
    "a long head": (
        {"a.npy": b"\x93NUMPY\x02\x00" + struct.pack("<I", GIBIBYTE) + b"{" * 100},
        "array 'a': its head.*10,000 bytes",
    ),
    "a head that is code": ({"a.npy": b"\x93NUMPY\x01\x00\x0f\x00" + b"__import__('os')"[:15]}, "array 'a'"),
    "a head nested deeply": ({"a.npy": b"\x93NUMPY\x01\x00" + struct.pack("<H", 9000) + b"(" * 9000}, "array 'a'"),
    "a head of another length": ({"a.npy": GOOD[:8] + b"\x10\x00" + GOOD[10:]}, "array 'a': its head.*16 bytes"),
    "a head cut off": ({"a.npy": GOOD[:20]}, "array 'a'"),
    "nothing at all": ({"a.npy": b""}, "array 'a'"),
    "elements cut off": ({"a.npy": GOOD[:-1]}, "does not fit"),
    "elements too many": ({"a.npy": GOOD + b"x"}, "does not fit"),
    "an unknown version": ({"a.npy": b"\x93NUMPY\x09\x00" + GOOD[8:]}, "head is not in"),
    "no array": ({"a.txt": GOOD}, r"'a\.txt'.*\.npy"),
    "an archive in it": ({"a.npz": GOOD}, r"'a\.npz'.*\.npy"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_heads_that_lie_are_refused(what: str, tmp_path: Path) -> None:
    parts, reason = REFUSED[what]
    path = packed(tmp_path / "bad.npz", parts)
    with pytest.raises(ValueError, match=reason):
        read_arrays(path)


def archive_of(*names: str) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # of two that have the same name
        for name in names:
            archive.writestr(name, GOOD)
    return stream.getvalue()


def directory(whole: bytes) -> int:
    return int(struct.unpack_from("<I", whole, len(whole) - 6)[0])


def altered(whole: bytes, at: int, new: bytes) -> bytes:
    return whole[:at] + new + whole[at + len(new) :]


def test_directories_that_lie_are_refused(tmp_path: Path) -> None:
    one, two = archive_of("a.npy"), archive_of("a.npy", "b.npy")
    first = directory(one)
    second = directory(two) + 46 + len("a.npy")
    end = len(one) - 22
    lies = {
        "two of one name": (archive_of("a.npy", "a.npy"), "two .*'a'"),
        "two of one name but for the ending": (archive_of("a.npy.npy", "a.npy"), None),
        "a smaller size": (altered(one, first + 24, struct.pack("<I", 100)), "array 'a'"),
        "a larger size": (altered(one, first + 24, struct.pack("<I", 200)), "array 'a'"),
        "a size of gigabytes": (altered(one, first + 24, struct.pack("<I", 0xF0000000)), "268,435,456"),
        "the bytes of another": (altered(two, second + 42, struct.pack("<I", 0)), "array 'b'"),
        "bytes after the end": (altered(one, first + 42, struct.pack("<I", 10_000)), "array 'a'"),
        "encrypted": (altered(one, first + 8, b"\x01"), "array 'a' is encrypted"),
        "packed by another": (altered(one, first + 10, struct.pack("<H", 12)), "compressed by a method"),
        "a wrong checksum": (altered(one, first + 16, b"\x00\x00"), "array 'a'"),
        "a directory of gigabytes": (altered(one, end + 12, struct.pack("<I", 0xF0000000)), "10,000 arrays"),
        "broken off": (one[:-30], "not an archive"),
        "not an archive": (b"PK\x03\x04" + bytes(100), "not an archive"),
        "empty": (b"", "not an archive"),
    }
    for what, (content, reason) in lies.items():
        path = tmp_path / "lie.npz"
        path.write_bytes(content)
        if reason is None:
            assert set(read_arrays(path)) == {"a.npy", "a"}
            continue
        with pytest.raises(ValueError, match=reason):
            print(what, read_arrays(path))


def test_too_many_arrays_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.npz"
    np.savez(path, **{f"a{number}": np.zeros(1) for number in range(12)})
    assert len(read_arrays(path)) == 12
    monkeypatch.setattr(arrays, "MOST_ARRAYS", 11)
    with refused("12", "11"):
        read_arrays(path)


def test_what_numpy_writes_is_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    given = {
        "numbers": rng.normal(size=(3, 4)).astype(np.float32),
        "columns first": np.asfortranarray(rng.normal(size=(5, 2))),
        "none": np.zeros((0, 7), np.int16),
        "one": np.float64(3.5),
        "truths": np.array([True, False]),
        "texts": np.array(["a", "längere", ""]),
        "bytes": np.arange(256, dtype=np.uint8),
        "big-endian": np.arange(5, dtype=">i4"),
    }
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "good.npz", **given)
        found = read_arrays(tmp_path / "good.npz")
        assert found.keys() == given.keys()
        for name, array in given.items():
            assert np.array_equal(found[name], array) and found[name].dtype == np.asarray(array).dtype
        assert read_heads(tmp_path / "good.npz")["numbers"].shape == (3, 4)


def test_what_is_expected_is_looked_at_before_anything_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.savez(tmp_path / "two.npz", a=np.zeros(1000), b=np.zeros(1000))
    monkeypatch.setattr(arrays, "_array", lambda *given: pytest.fail("unpacked"))

    def check(heads: Any) -> None:
        assert {name: (one.shape, str(one.dtype)) for name, one in heads.items()} == {
            "a": ((1000,), "float64"),
            "b": ((1000,), "float64"),
        }
        raise ValueError("others were expected")

    with pytest.raises(ValueError, match=r"^others were expected$"):
        read_arrays(tmp_path / "two.npz", check)


def test_a_head_of_safetensors_that_is_too_long_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("safetensors")
    for length, reason in ((5_000_000, "longer than"), (2**63, "longer than"), (100, "not a file")):
        (tmp_path / "x.safetensors").write_bytes(struct.pack("<Q", length) + b"{" + b" " * 50)
        with pytest.raises(ValueError, match=f"x.safetensors: not a file of exported weights.*{reason}|{reason}"):
            read_weights(tmp_path / "x.safetensors")
    text = json.dumps({"a": {"dtype": "BF16", "shape": [1], "data_offsets": [0, 2]}}).encode()
    (tmp_path / "x.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + b"\0\0")
    with pytest.raises(ValueError, match=r"x\.safetensors"):
        read_weights(tmp_path / "x.safetensors")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_damage_is_refused_or_harmless(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = archive_of("a.npy", "b.npy")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole = altered(whole, at, data.draw(st.binary(min_size=1, max_size=4)))
    if data.draw(st.booleans()):
        whole = whole[: data.draw(st.integers(0, len(whole)))]
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    path.write_bytes(whole)
    try:
        found = read_arrays(path)
    except ValueError:
        return
    assert all(array.nbytes < 10_000 for array in found.values())
