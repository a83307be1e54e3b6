"""What the shim records: the calls that changed a disk."""
import struct
from collections import namedtuple

# `bytes` are what was written, or the other path of a rename or a link; `offset` may be a length.
Call = namedtuple("Call", "kind path bytes inode offset")
HEAD = struct.Struct("=c3xIIIQq")


def read(path):
    """The calls of a file, in order."""
    with open(path, "rb") as file:
        data = file.read()
    place = 0
    while place < len(data):
        kind, path_length, length, _, inode, offset = HEAD.unpack_from(data, place)
        start = place + HEAD.size
        end = start + path_length + length
        name = data[start : start + path_length].decode()
        yield Call(kind.decode(), name, data[start + path_length : end], inode, offset)
        place = end
