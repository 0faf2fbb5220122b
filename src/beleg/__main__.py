"""`python -m beleg`."""

from beleg.cli import main

if __name__ == "__main__":
    main()
