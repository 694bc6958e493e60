"""The processes of a product: which there are, and starting a daemon with limits of its own."""

from support.product import Product, left_running, until


def daemon_of(product: Product) -> int:
    """Wait until the daemon runs; return its pid."""
    found = until(lambda: (s := product.report()["daemon"])["running"] and s, "that a daemon runs")
    return int(found["pid"])


def workers_of(product: Product) -> list[int]:
    """Return the pids of the workers that run."""
    return [
        int(line.split()[0]) for line in left_running(product.folder.path) if ".worker " in line
    ]
