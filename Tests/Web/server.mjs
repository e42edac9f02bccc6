// Serves folders on the loopback interface, with ranges and CORS, as a server of static files does.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/**
 * `folders`: paths of folders by the first part of an address; a request of a range in one of `whole` is answered with the file. Returns the
 * address and a function that ends the server.
 */
export async function serve(folders, whole = []) {
  const requests = [];
  const server = createServer((request, answer) => {
    // A percent sign that begins no code stays.
    const path = new URL(request.url, "http://x").pathname.replace(/%(?![0-9a-f]{2})/gi, "%25"), [, first, ...rest] = decodeURIComponent(path).split("/");
    const file = folders[first] && join(folders[first], normalize("/" + rest.join("/")));
    requests.push({ method: request.method, path: request.url, range: request.headers.range });
    let size;
    try { size = statSync(file).size; } catch { answer.writeHead(404).end(); return; }
    const isWhole = whole.includes(first), headers = { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Access-Control-Allow-Origin": "*", "Accept-Ranges": isWhole ? "none" : "bytes" };
    const range = isWhole ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const start = range ? Number(range[1]) : 0, end = range ? Math.min(Number(range[2]), size - 1) : size - 1;
    if (range) headers["Content-Range"] = `bytes ${start}-${end}/${size}`;
    answer.writeHead(range ? 206 : 200, { ...headers, "Content-Length": end - start + 1 });
    if (request.method === "HEAD" || end < start) answer.end(); else createReadStream(file, { start, end }).pipe(answer);
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}
