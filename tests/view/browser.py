# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over a pipe by its DevTools protocol (messages of JSON, each with a NUL after it)."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, chromium, width=1200, height=760):
        self.folder = tempfile.mkdtemp()
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()
        arguments = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                     "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-sync", "--force-color-profile=srgb",
                     "--user-data-dir=" + self.folder, "--window-size=%d,%d" % (width, height), "--remote-debugging-pipe", "about:blank"]

        def descriptors():
            high = [os.dup2(fd, 20 + i) for i, fd in enumerate((to_read, to_write))]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(arguments, preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.id, self.session, self.errors, self.loaded = b"", 0, None, [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.back], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.back, 1 << 16) if ready else b""
            if not data:
                raise TimeoutError("Chromium does not answer")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        m = json.loads(text)
        what, about = m.get("method"), m.get("params", {})
        if what == "Runtime.exceptionThrown":
            self.errors.append(about["exceptionDetails"].get("exception", {}).get("description", about["exceptionDetails"]["text"]))
        elif what == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.errors.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))
        elif what == "Runtime.consoleAPICalled" and about["type"] in ("error", "assert"):
            self.errors.append("console: " + json.dumps(about["args"]))
        elif what == "Page.loadEventFired":
            self.loaded = True
        return m

    def call(self, method, timeout=120, **parameters):
        self.id += 1
        message = {"id": self.id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + timeout
        while True:
            m = self.receive(deadline)
            if m.get("id") == message["id"]:
                if "error" in m:
                    raise RuntimeError(method + ": " + m["error"]["message"])
                return m["result"]

    def open(self, url, timeout=120):
        self.loaded = False
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + timeout
        while not self.loaded:
            self.receive(deadline)

    def value(self, expression):
        r = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in r:
            raise RuntimeError(expression + ": " + str(r["exceptionDetails"].get("exception", {}).get("description")))
        return r["result"].get("value")

    def wait(self, expression, timeout=10):
        """Until the expression is true; its value."""
        deadline = time.monotonic() + timeout
        while True:
            v = self.value(expression)
            if v or v == {}:  # an element is {}
                return v
            if time.monotonic() > deadline:
                raise TimeoutError("never true: " + expression)
            time.sleep(0.03)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, expression):
        """On the middle of an element."""
        x, y = self.value("(() => { const r = (%s).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()" % expression)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, path, height=None):
        parameters = {"format": "png"}
        if height:
            parameters["clip"] = {"x": 0, "y": 0, "width": self.value("innerWidth"), "height": height, "scale": 1}
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"]))
