"""Takes the screenshots of the page for the docs, with Playwright and Chromium.

Run it in the environment of `make test-extras`: `python benchmarks/page_screens.py`. The home is
that of the browser tests, at a fixed place, so that the screenshots show no path of yours.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

# (page, colour scheme, file in docs/screens)
SCREENS = (
    ("facts", "light", "facts.png"),
    ("waiting", "dark", "waiting-dark.png"),
    ("history", "light", "history.png"),
    ("activity", "dark", "activity-dark.png"),
    ("leaves", "light", "leaves.png"),
)
SIZE = {"width": 860, "height": 900}


def main() -> None:
    """Write the screenshots to docs/screens."""
    with tempfile.TemporaryDirectory() as base:
        os.environ |= {"LLM_USER_PATH": f"{base}/llm", "LLM_MODEL": "gpt-4o-mini"}
        from playwright.sync_api import sync_playwright
        from support import page_home
        from support.web import served

        folder = page_home.fill(Path(base) / "llm" / "memory")
        program = shutil.which("chromium") or shutil.which("google-chrome")
        with served(folder) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            address = f"http://127.0.0.1:{site.port}{site.base}"
            context = browser.new_context(viewport=SIZE)
            tab = context.new_page()
            tab.goto(site.session.link)
            tab.wait_for_url("**/facts")
            for name, scheme, file in SCREENS:
                tab.emulate_media(color_scheme=scheme)
                tab.goto(f"{address}/{name}")
                if name == "facts":
                    tab.locator("summary").first.click()
                tab.screenshot(path=ROOT / "docs" / "screens" / file)
            browser.close()


if __name__ == "__main__":
    main()
