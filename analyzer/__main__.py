"""Run the command line as `python -m analyzer`."""

from analyzer.shell.cli import main

main()
