"""A page in a real browser: headless Chromium, driven through the DevTools protocol over a pipe."""

import json
import os
import select
import shutil
import subprocess
import sys
import time
from itertools import count

import pytest

CHROMIUM = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on the PATH (Debian: apt-get install chromium)"
)
PATIENCE = 60.0
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking "
    "--disable-extensions --disable-component-update --disable-sync --no-first-run --remote-debugging-pipe"
)

# Chromium reads commands from descriptor 3 and answers on 4
AS_3_AND_4 = """
import os, sys
copies = [os.dup(os.dup(os.dup(int(each)))) for each in sys.argv[1:3]]
for number, copy in enumerate(copies, start=3):
    os.dup2(copy, number)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One page of a headless Chromium; remembers console messages, errors and requests."""

    def __init__(self, folder):
        to_child, self.sending = os.pipe()
        self.receiving, from_child = os.pipe()
        options = [*OPTIONS.split(), f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", AS_3_AND_4, str(to_child), str(from_child), CHROMIUM, *options],
            pass_fds=(to_child, from_child),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(from_child)
        self.numbers, self.buffer, self.events, self.session = count(1), b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        message |= {"sessionId": self.session} if self.session else {}
        os.write(self.sending, json.dumps(message).encode() + b"\0")
        answer = self.wait_for(lambda item: item.get("id") == number)
        assert "error" not in answer, answer
        return answer["result"]

    def wait_for(self, is_wanted):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            while b"\0" in self.buffer:
                text, self.buffer = self.buffer.split(b"\0", 1)
                item = json.loads(text)
                self.events.append(item)
                if is_wanted(item):
                    return item
            if select.select([self.receiving], [], [], 1.0)[0]:
                self.buffer += os.read(self.receiving, 1 << 20)
        raise TimeoutError("Chromium did not answer")

    def open(self, path, width, scheme="light", fragment=""):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri() + fragment)
        self.wait_for(lambda item: item.get("method") == "Page.loadEventFired")

    def ask(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key):
        own = {"windowsVirtualKeyCode": 13, "text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key, **own)

    def heard(self, *methods):
        return [item["params"] for item in self.events if item.get("method") in methods]

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(timeout=PATIENCE)
        os.close(self.sending)
        os.close(self.receiving)


OVERFLOWING = """[...document.body.querySelectorAll("*")].filter((each) =>
  !each.closest(".skip") && !each.parentElement.closest(".scroll, pre") &&
  each.getBoundingClientRect().right > document.documentElement.clientWidth + 1
).map((each) => each.outerHTML.slice(0, 200))"""

FAINT = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [x, y, z] = [r, g, b].map((v) => linear(v / 255));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = [];
  let checked = 0;
  for (const node of document.body.querySelectorAll("*")) {
    const words = [...node.childNodes].filter((each) => each.nodeType === 3 && each.data.trim());
    if (!words.length || node.matches("script, style") || node.closest("svg [style*='#']")) continue;
    const style = getComputedStyle(node);
    const front = light(rgba(node.closest("svg") ? style.fill : style.color)), back = light(behind(node));
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    checked += 1;
    if (contrast < 4.5) found.push([node.outerHTML.slice(0, 120), contrast]);
  }
  return { checked, found };
})()"""
