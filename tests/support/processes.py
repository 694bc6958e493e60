"""The pids of the daemon and of the workers of a `Product`."""

from support.product import Product, running_processes, until


def wait_for_daemon(product: Product) -> int:
    """Wait until the daemon runs; return its pid."""
    found = until(lambda: (s := product.report()["daemon"])["running"] and s, "that a daemon runs")
    return int(found["pid"])


def worker_pids(product: Product) -> list[int]:
    """Return the pids of the running workers."""
    return [
        int(line.split()[0])
        for line in running_processes(product.folder.path)
        if ".worker " in line
    ]
