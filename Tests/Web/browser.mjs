// Drives headless Chromium by the DevTools protocol over a pipe (file descriptors 3 and 4), without a port or a package.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const DEADLINE = 240000;

export class Browser {
  constructor(program = "chromium") {
    this.profile = mkdtempSync(join(tmpdir(), "mediaprobe-browser-"));
    this.process = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
      "--remote-debugging-pipe", "--force-color-profile=srgb", `--user-data-dir=${this.profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    Object.assign(this, { waiting: new Map(), number: 0, listeners: [] });
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", piece => {
      const parts = (rest + piece).split("\0");
      rest = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
    this.process.stdio[3].on("error", () => {});
  }

  take(message) {
    if (message.id === undefined) { for (const listener of this.listeners) listener(message); return; }
    const { done, fail } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) fail(new Error(JSON.stringify(message.error))); else done(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((done, fail) => {
      const id = ++this.number;
      const timer = setTimeout(() => fail(new Error(`no answer to ${method} ${JSON.stringify(params).slice(0, 200)}`)), DEADLINE);
      this.waiting.set(id, { done: value => { clearTimeout(timer); done(value); }, fail: error => { clearTimeout(timer); fail(error); } });
      this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    });
  }

  /** Opens a file, or an address, in a page of its own; `messages` collects what the console, exceptions and the log say. */
  async open(path, { width = 1280, height = 900, dark = false, fragment = "" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new BrowserPage(this, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.size(width, height);
    await page.theme(dark);
    const loaded = page.event("Page.loadEventFired");
    await page.send("Page.navigate", { url: (/^http:/.test(path) ? path : pathToFileURL(path).href) + fragment });
    await loaded;
    await page.frames();
    return page;
  }

  close() {
    try { process.kill(-this.process.pid, "SIGKILL"); } catch { /* It has ended. */ }
    try { rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 }); } catch { /* The system removes it. */ }
  }
}

class BrowserPage {
  constructor(browser, session) {
    Object.assign(this, { browser, session, messages: [], requests: [] });
    browser.listeners.push(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      if (method === "Runtime.consoleAPICalled") this.messages.push(params.args.map(a => a.value ?? a.description).join(" "));
      if (method === "Runtime.exceptionThrown") this.messages.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Log.entryAdded") this.messages.push(`${params.entry.text} ${params.entry.url ?? ""}`);
      if (method === "Page.javascriptDialogOpening") { this.messages.push(`dialog: ${params.message}`); this.send("Page.handleJavaScriptDialog", { accept: false }); }
      if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    });
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  event(name) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no ${name}; ${this.messages.join("\n")}`)), DEADLINE);
      this.browser.listeners.push(({ method, params, sessionId }) => { if (sessionId === this.session && method === name) { clearTimeout(timer); done(params); } });
    });
  }

  /** The value of an expression, awaited. */
  async ask(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}\n${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Waits until what was asked for is drawn. */
  frames() { return this.ask("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"); }

  async size(width, height) { await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }); }
  async theme(dark) { await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] }); }

  async key(key, { shift = false } = {}) {
    const text = key.length === 1 ? key : undefined, modifiers = shift ? 8 : 0;
    const code = { PageDown: 34, PageUp: 33, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Tab: 9 }[key];
    for (const type of ["keyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { type, key, text: type === "keyDown" ? text : undefined, modifiers, windowsVirtualKeyCode: code });
    await this.frames();
  }

  async click(x, y) {
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    await this.frames();
  }

  async move(x, y) { await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }); await this.frames(); }
  async wheel(x, y, deltaY) { await this.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY }); await this.frames(); }

  async screenshot(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async pdf(path) {
    const { data } = await this.send("Page.printToPDF", { printBackground: true, preferCSSPageSize: true });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
}
