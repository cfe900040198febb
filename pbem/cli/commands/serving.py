"""Running a server: `serve`, `worker`, `demo`."""

from __future__ import annotations

import click


@click.command()
@click.option("--threads", type=click.IntRange(1, 200), default=8, show_default=True)
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--no-worker", is_flag=True, help="Leave deadlines and bots to `pbem worker`.")
def serve(threads: int, processes: int, no_worker: bool) -> None:
    """Serve the games: the web and, in the same process, the worker."""
    from pbem.cli import serving

    serving.serve(threads, processes, with_worker=not no_worker)


@click.command()
def worker() -> None:
    """Do what is due: letters, replies, deadlines, bots, boards. Any number of workers may run."""
    from pbem.cli import serving

    serving.work()


@click.command()
def demo() -> None:
    """Play Metal Adventures against three bots, from a mailbox on this machine."""
    from pbem.cli import demo as showing

    showing.demo()


COMMANDS = [serve, worker, demo]
