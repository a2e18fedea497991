"""Run the command line as `python -m analyzer`."""

from analyzer.cli import main

main()
