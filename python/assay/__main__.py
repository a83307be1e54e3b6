"""Starts the program in place of the interpreter: signals, exit codes and the terminal are its own."""
import os
import sys

from ._program import AssayError, program


def main() -> None:
    """The command `assay` of the package."""
    try:
        os.execv(program(), ["assay", *sys.argv[1:]])
    except (AssayError, OSError) as error:
        sys.exit(f"assay: error: {error}")


if __name__ == "__main__":
    main()
