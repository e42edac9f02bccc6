#!/usr/bin/env python3
"""Lets a real browser play a file, and prints what it says of it as JSON: play.py BROWSER FILE [MIME]

With a MIME type the file goes through Media Source Extensions, in pieces; without one it is the source of a <video>.
"""
import http.server, json, os, subprocess, sys, tempfile, threading

PAGE = """<!doctype html><video id=v muted playsinline></video><canvas id=c></canvas><script>
const mime = %(mime)s, v = document.getElementById('v'), told = {};
const tell = () => fetch('/told', {method: 'POST', body: JSON.stringify(told)});
const fail = what => { told.error = String(what); tell(); };
const pause = (target, name) => new Promise((done, no) => {
  target.addEventListener(name, done, {once: true});
  target.addEventListener('error', () => no((v.error && v.error.message) || name + ' failed'), {once: true});
});
async function feed() {
  const source = new MediaSource();
  v.src = URL.createObjectURL(source);
  await pause(source, 'sourceopen');
  const buffer = source.addSourceBuffer(mime);
  const bytes = new Uint8Array(await (await fetch('/file')).arrayBuffer());
  for (let at = 0; at < bytes.length; at += 20000) {
    const end = pause(buffer, 'updateend');
    buffer.appendBuffer(bytes.subarray(at, at + 20000));
    await end;
  }
  source.endOfStream();
  told.buffered = buffer.buffered.length && [buffer.buffered.start(0), buffer.buffered.end(buffer.buffered.length - 1)];
}
// The least, the greatest and the mean red value of what the player shows now.
function pixels() {
  const c = document.getElementById('c'), d = c.getContext('2d');
  c.width = v.videoWidth; c.height = v.videoHeight;
  d.drawImage(v, 0, 0);
  const pixels = d.getImageData(0, 0, c.width, c.height).data;
  let sum = 0, least = 255, most = 0;
  for (let i = 0; i < pixels.length; i += 4) { sum += pixels[i]; least = Math.min(least, pixels[i]); most = Math.max(most, pixels[i]); }
  return {mean: sum / (pixels.length / 4), least, most};
}
async function seek(to) {
  const shown = pause(v, 'seeked');
  v.currentTime = to;
  await shown;
  // On a busy machine the event precedes the decoded picture, and the canvas is blank until then.
  const end = performance.now() + 30000;
  for (;;) {
    const seen = pixels();
    if (seen.most > seen.least || performance.now() > end) return seen;
    await new Promise(done => setTimeout(done, 50));
  }
}
async function run() {
  const known = pause(v, 'loadeddata');
  if (mime) await feed(); else v.src = '/file';
  await known;
  told.duration = v.duration; told.width = v.videoWidth; told.height = v.videoHeight;
  told.first = await seek(0);
  told.middle = await seek(v.duration / 2);
  v.currentTime = Math.max(0, v.duration - 0.5);
  const over = pause(v, 'ended');
  await v.play();
  await over;
  told.ended = v.currentTime;
  const quality = v.getVideoPlaybackQuality();
  told.frames = quality.totalVideoFrames;
  told.hasSound = v.webkitAudioDecodedByteCount > 0;
  tell();
}
run().catch(fail);
</script>"""


def main():
    browser, path = sys.argv[1], sys.argv[2]
    mime = sys.argv[3] if len(sys.argv) > 3 else None
    answer = []
    over = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words):
            pass

        def send(self, kind, body, code=200, more=()):
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in more:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path == "/":
                return self.send("text/html", (PAGE % {"mime": json.dumps(mime)}).encode())
            if self.path != "/file":
                return self.send("text/plain", b"", 404)
            with open(path, "rb") as file:
                data = file.read()
            asked = self.headers.get("Range")
            if not asked:
                return self.send("video/mp4", data, more=[("Accept-Ranges", "bytes")])
            first, _, last = asked.removeprefix("bytes=").partition("-")
            start, end = int(first), min(int(last) if last else len(data) - 1, len(data) - 1)
            self.send("video/mp4", data[start:end + 1], 206, [("Content-Range", f"bytes {start}-{end}/{len(data)}")])

        def do_POST(self):
            answer.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send("text/plain", b"")
            over.set()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [
            browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
            "--autoplay-policy=no-user-gesture-required", "--user-data-dir=" + profile, f"http://127.0.0.1:{server.server_port}/",
        ]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        over.wait(120)
        os.killpg(process.pid, 9)
        process.wait()
    print(answer[0] if answer else json.dumps({"error": "the browser said nothing for two minutes"}))


main()
