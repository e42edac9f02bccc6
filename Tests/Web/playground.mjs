#!/usr/bin/env node
// Checks the playground in a browser: playground.mjs CASE FOLDER SITE MEDIAPROBE FILE…. SITE is made by Web/build. Prints what is wrong; exits
// with 1 if anything is. Screenshots go to FOLDER.
import { Browser } from "./browser.mjs";
import { serve } from "./server.mjs";
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const [name, folder, site, program, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
let failures = 0, checked = 0;

function expect(condition, what) {
  checked++;
  if (!condition) { failures++; console.log(`not so: ${what}`); }
}

function same(found, wanted, what) {
  const texts = [found, wanted].map(value => typeof value === "string" ? value : JSON.stringify(value) ?? "undefined");
  let at = 0;
  while (at < texts[0].length && texts[0][at] === texts[1][at]) at++;
  expect(texts[0] === texts[1], `${what}: from ${at} is ${texts[0].slice(Math.max(0, at - 40), at + 160)}, should be ${texts[1].slice(Math.max(0, at - 40), at + 160)}`);
}

const command = (...words) => {
  try { return execFileSync(program, words, { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] }).toString(); } catch (error) { return String(error.stdout ?? ""); }
};

const browser = new Browser();
const server = await serve({ site, files: dirname(files[0] ?? "/tmp/x"), made: folder, whole: folder }, ["whole"]);

async function open(query = "") {
  const page = await browser.open(`${server.address}/site/playground/index.html${query}`);
  await page.ask("new Promise(done => { const look = () => window.playground ? done() : setTimeout(look, 20); look(); })");
  return page;
}

/** Gives the page a file as a user does who chooses one. */
async function choose(page, paths, selector = "input[type=file]") {
  const { root } = await page.send("DOM.getDocument", {});
  const { nodeId } = await page.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  await page.send("DOM.setFileInputFiles", { nodeId, files: paths });
}

/** Waits until the report of what was chosen is shown, or until something is wrong. */
const opened = page => page.ask(`new Promise(done => { const look = () =>
  playground.trouble.textContent ? done(playground.trouble.textContent) : playground.times?.report && !playground.busy.textContent ? done("") : setTimeout(look, 10); look(); })`);

/** Waits until an expression is so. */
const until = (page, condition) => page.ask(`new Promise((done, fail) => { const end = Date.now() + 60000, look = () => (${condition}) ? done() : Date.now() > end ? fail(new Error("it does not come")) : setTimeout(look, 10); look(); })`);

const ask = (page, question, options = {}) => page.ask(`playground.client.ask(${JSON.stringify(question)}, playground.place, ${JSON.stringify(options)}).then(answer => answer.text())`);

const cases = {
  /** Answers are those of the command, byte for byte; the page has the counts of the command's report. */
  async answers() {
    for (const file of files) {
      const page = await open(), own = basename(file), shown = text => text.replaceAll(file, own);
      await choose(page, [file]);
      same(await opened(page), "", `${own} opens`);
      for (const question of ["info", "frames", "packets", "check", "gop", "nalu"]) {
        same(await ask(page, question), shown(command(question, "--format", "json", file)), `${own}: ${question}`);
      }
      for (const question of ["packets", "gop"]) {
        same(await ask(page, question, { summary: 1 }), shown(command(question, "--summary", "--format", "json", file)), `${own}: ${question} --summary`);
      }
      same(await ask(page, "trace"), shown(command("trace", "--format", "jsonl", file)), `${own}: trace`);
      const tree = /\.mp4$/.test(file) ? "mp4" : /\.flv$/.test(file) ? "flv" : /\.aac$/.test(file) ? "aac" : "nalu";
      same(await ask(page, "tree"), shown(command(tree, "--format", "json", file)), `${own}: tree`);
      same(await ask(page, "explain", { place: "300" }), shown(command("explain", "--format", "json", file, "300")), `${own}: explain`);
      const facts = JSON.parse(command("report", "--json", file));
      same(await page.ask("mediaprobe.model.file.tracks.map(track => track.count)"), facts.files[0].totals.map(total => total.count), `${own}: samples of the page`);
      same(await page.ask("mediaprobe.model.file.findings.length"), facts.files[0].check.findings.length, `${own}: findings of the page`);
      same(await page.ask("mediaprobe.wanted.map(view => view.id).slice(0, 6)"), ["overview", "timeline", "buffer", "clock", "map", "tree"], `${own}: views`);
      // All structures are there, where the command says.
      const listed = JSON.parse(command(tree, "--format", "json", file)), places = [];
      const visit = boxes => { for (const box of boxes) { places.push(box.offset); visit(box.children ?? []); } };
      visit(listed.boxes ?? listed.units ?? listed.tags ?? listed.frames);
      const held = new Set(await page.ask("mediaprobe.model.file.source.nodes.map(node => node[1])"));
      same(places.filter(place => !held.has(place)), [], `${own}: structures that the tree lacks`);
      // Bytes come from the file, and a byte is explained.
      await page.ask("mediaprobe.go('tree', () => mediaprobe.model.selectByte(300, 'test'))");
      same(await page.ask("mediaprobe.model.file.source.bytes(300, 16).then(bytes => [...bytes])"), [...readFileSync(file).subarray(300, 316)], `${own}: bytes`);
      await page.ask("document.querySelector('.layers button').click()");
      const layers = JSON.parse(command("explain", "--format", "json", file, "300")).layers.map(layer => layer.name);
      same(await page.ask("new Promise(done => { const look = () => { const found = [...document.querySelectorAll('.layers strong')].map(e => e.textContent); found.length ? done(found) : setTimeout(look, 20); }; look(); })"), layers, `${own}: layers of a byte`);
      await page.screenshot(join(folder, `${own}.png`));
      same(page.messages, [], `messages of ${own}`);
    }
  },

  /** Two files are compared as `report A B` does; bytes and explanations are those of the file that is shown. */
  async compare() {
    const page = await open(), [first, second] = files, own = files.map(file => basename(file));
    await choose(page, [first]);
    same(await opened(page), "", `${own[0]} opens`);
    await choose(page, [second], "input.second");
    await page.ask("new Promise(done => { const look = () => playground.trouble.textContent || mediaprobe.model.facts.diff && !playground.busy.textContent ? done() : setTimeout(look, 20); look(); })");
    const wanted = JSON.parse(command("report", "--json", first, second));
    same(await page.ask("mediaprobe.model.facts.diff"), wanted.diff, "differences");
    expect(wanted.diff.differences.length > 3, "there are differences");
    same(await page.ask("mediaprobe.model.files.map(file => [file.facts.name, file.size, file.findings.length])"), wanted.files.map(file => [file.name, file.size, file.check.findings.length]), "the files");
    await page.ask("mediaprobe.go('diff')");
    same(await page.ask('document.querySelectorAll("#view-diff .card:last-child tbody tr").length'), wanted.diff.differences.length, "rows of differences");
    await page.screenshot(join(folder, "compare.png"));
    for (const [i, file] of files.entries()) {
      await page.ask(`mediaprobe.model.openFile(${i})`);
      same(await page.ask("mediaprobe.model.file.source.bytes(15240, 16).then(bytes => [...bytes])"), [...readFileSync(file).subarray(15240, 15256)], `bytes of ${own[i]}`);
      same(await page.ask("mediaprobe.model.file.source.layers(15240).then(layers => layers.map(layer => layer.name))"), JSON.parse(command("explain", "--format", "json", file, "15240")).layers.map(layer => layer.name), `layers of ${own[i]}`);
    }
    await page.ask("mediaprobe.go('picture')");
    await page.ask("new Promise(done => { const look = () => /^(?!Decoding)./.test(mediaprobe.views.picture.status.textContent) ? done() : setTimeout(look, 20); look(); })");
    expect((await page.ask("mediaprobe.views.picture.status.textContent")).startsWith("IDR picture 0"), "the picture of the second file");
    // Another file takes the place of both.
    await choose(page, [second]);
    await page.ask("new Promise(done => { const look = () => !mediaprobe.model.facts.diff && playground.times.report && !playground.busy.textContent ? done() : setTimeout(look, 20); look(); })");
    same(await page.ask("mediaprobe.model.files.length"), 1, "files");
    await page.ask('[...document.querySelectorAll("header button")].find(button => button.textContent === "Start again").click()');
    same(await page.ask("[document.title, location.hash, document.activeElement.textContent]"), ["mediaprobe playground", "", "Choose a file or segments"], "the first page again");
    same(page.messages, [], "messages");
  },

  /** A trap ends the worker and not the page: a message names the file, and the next file opens. */
  async trap() {
    const page = await open();
    await choose(page, [files[0]]);
    same(await opened(page), "", "the first file opens");
    const message = await page.ask("playground.client.ask('trap', playground.place).then(() => 'no trap', error => error.constructor.name + ': ' + error.message)");
    expect(message.startsWith(`CoreTrap: ${basename(files[0])}: the core ended unexpectedly`), `the message of a trap: ${message}`);
    same(await page.ask("playground.client.restarts"), 1, "workers that were replaced");
    const frames = JSON.parse(await ask(page, "frames")).frames.length;
    same(frames, JSON.parse(command("frames", "--json", files[0])).frames.length, "the next question is answered");
    await choose(page, [files[1]]);
    same(await opened(page), "", "the next file opens");
    same(page.messages, [], "messages");
  },

  /** A sparse file of 20 GB opens in about a second, in little memory. */
  async large() {
    const path = join(folder, "large.mp4"), whole = readFileSync(files[0]), handle = openSync(path, "w");
    try {
      // The movie, and 20 GB of media data that no sample uses.
      const head = Buffer.alloc(16), size = 20n * 1024n ** 3n;
      head.writeUInt32BE(1, 0);
      head.write("mdat", 4, "latin1");
      head.writeBigUInt64BE(size, 8);
      writeSync(handle, whole);
      writeSync(handle, head);
      ftruncateSync(handle, whole.length + Number(size));
      const page = await open(), started = Date.now();
      await choose(page, [path]);
      same(await opened(page), "", "the file opens");
      const time = Date.now() - started, found = await page.ask("({ ...playground.times, size: mediaprobe.model.file.size })");
      console.log(`20 GB: shown after ${Math.round(found.info)} ms, complete after ${time} ms; ${found.loaded} bytes read, ${found.memory >> 20} MiB of the core`);
      same(found.size, whole.length + 20 * 1024 ** 3, "the size of the file");
      // Ten times what it takes: other work runs on this machine.
      expect(found.info < 10000 && time < 20000, `the file opens soon: ${time} ms`);
      expect(found.memory < 256 << 20 && found.loaded < 64 << 20, `little is read and kept: ${found.loaded} and ${found.memory} bytes`);
      same(await page.ask("mediaprobe.model.file.source.bytes(20e9, 4).then(bytes => [...bytes])"), [0, 0, 0, 0], "bytes at 20 GB");
      same(page.messages, [], "messages");
    } finally { closeSync(handle); rmSync(path, { force: true }); }
  },

  /** A file at an address is read by ranges; segments are read as one file. */
  async address() {
    const page = await open();
    await page.ask(`void playground.open({ address: "${server.address}/files/${basename(files[0])}" })`);
    same(await opened(page), "", "the address opens");
    same(await ask(page, "frames"), command("frames", "--json", files[0]).replaceAll(files[0], basename(files[0])), "pictures of an address");
    expect(server.requests.some(request => request.range && request.path.includes(basename(files[0]))), "ranges were asked for");
    // A file of 2 MiB is asked for a few times, also when its bytes are shown; where the server sends it whole, once.
    const box = Buffer.alloc(2 << 20), large = join(folder, "large.mp4"), padded = Buffer.concat([readFileSync(files[0]), box]);
    box.writeUInt32BE(box.length, 0);
    box.write("free", 4, "latin1");
    padded.set(box, padded.length - box.length);
    writeFileSync(large, padded);
    const told = path => server.requests.filter(request => request.path === path).length;
    for (const [path, most] of [["/made/large.mp4", 6], ["/whole/large.mp4", 1]]) {
      await page.ask(`void playground.open({ address: "${server.address}${path}" })`);
      same(await opened(page), "", `${path} opens`);
      await page.ask("mediaprobe.go('tree')");
      await until(page, "document.querySelectorAll('.list-hex [data-offset]').length > 160");
      same(await page.ask("mediaprobe.model.file.source.bytes(2e6, 4).then(bytes => [...bytes])"), [0, 0, 0, 0], `bytes of ${path}`);
      const count = told(path);
      expect(count >= 1 && count <= most, `${path}: ${count} requests`);
      await ask(page, "info");
      same(told(path), count, `${path}: requests for what is kept`);
      await page.ask(`void playground.open({ address: "${server.address}${path}" })`);
      same(await opened(page), "", `${path} opens again`);
      expect(told(path) > count, `${path} is read anew when it is opened again`);
    }
    // A reader that fails is not kept: the next question meets the file that is there then.
    await page.ask(`void playground.open({ address: "${server.address}/made/large.mp4" })`);
    same(await opened(page), "", "the large file opens");
    const bytesAt = offset => page.ask(`playground.client.ask("bytes", playground.place, { offset: ${offset}, count: 4 }).then(answer => answer.fileSize, error => error.message)`);
    rmSync(large);
    expect(String(await bytesAt(1 << 20)).includes("404"), "a file that has gone");
    writeFileSync(large, Buffer.concat([padded, padded]));
    same(await bytesAt(1 << 20), 2 * padded.length, "the size of another file at the address");
    rmSync(large);
    // The packed module is loaded; where there is none, the other one.
    same([...new Set(server.requests.filter(request => request.path.includes(".wasm")).map(request => basename(request.path)))], ["mediaprobe.wasm.gz"], "the module that is loaded");
    writeFileSync(join(folder, "alone.wasm"), readFileSync(join(site, "playground/mediaprobe.wasm")));
    const load = name => page.ask(`import("${server.address}/site/playground/core.js").then(core => core.loadCore("${server.address}/${name}")).then(module => WebAssembly.Module.exports(module).some(item => item.name === "ask"), error => error.message)`);
    same([await load("made/alone.wasm"), await load("site/playground/mediaprobe.wasm")], [true, true], "a module without a packed file beside it, and with one");
    expect((await load("made/nothing.wasm")).includes("there is no module"), "a module that is missing");
    await page.ask(`void playground.open({ address: "${server.address}/files/nothing.mp4" })`);
    expect((await opened(page)).includes("404"), "what the server answers is shown");
    // An initialization segment and the fragments after it, in two files.
    const whole = readFileSync(files[1]), at = whole.indexOf("moof") - 4;
    const parts = [join(folder, "segment-1.m4s"), join(folder, "init.mp4")];
    writeFileSync(parts[0], whole.subarray(at));
    writeFileSync(parts[1], whole.subarray(0, at));
    await page.ask(`void Promise.all(${JSON.stringify(parts.map(part => basename(part)))}.map(async name => new File([await (await fetch("${server.address}/made/" + name)).blob()], name))).then(files => playground.files(files))`);
    await page.ask("new Promise(done => { const look = () => playground.place?.blob && playground.times?.report ? done() : setTimeout(look, 20); look(); })");
    same(JSON.parse(await ask(page, "frames")).frames, JSON.parse(command("frames", "--json", files[1])).frames, "pictures of segments");
    // What a folder has besides is left out; two presentations are not one.
    const give = (...more) => page.ask(`(async () => { const stray = [".DS_Store", "cover.jpg", "list.m3u8", "._segment-1.m4s"].map(name => new File([new Uint8Array(5000)], name));
      const named = ${JSON.stringify(parts.map(part => basename(part)))}.map(async name => new File([await (await fetch("${server.address}/made/" + name)).blob()], name));
      const [segment, init] = await Promise.all(named), files = [...stray, segment, init, ...${JSON.stringify(more)}.map(name => new File([init], name))];
      playground.times = {}; await playground.files(files); })()`);
    await give();
    same(await opened(page), "", "a folder with other files opens");
    same(JSON.parse(await ask(page, "frames")).frames, JSON.parse(command("frames", "--json", files[1])).frames, "pictures of a folder with other files");
    await give("audio-init.mp4");
    const refused = await page.ask("playground.trouble.textContent");
    expect(refused.includes("2 representations") && refused.includes("audio-init.mp4, init.mp4"), `two representations are refused: ${refused}`);
    await page.ask('playground.files(["a.jpg", "b.txt"].map(name => new File([name], name)))');
    expect((await page.ask("playground.trouble.textContent")).includes("none of these 2 files"), "files that are no segments are refused");
  },

  /** What happens while a file is read, when reading is stopped, and when it fails. */
  async reading() {
    const page = await open(), [first, second] = files, own = files.map(file => basename(file));
    // The worker does not see the next report until it is let through.
    const hold = () => page.ask(`(() => { const { worker } = playground.client, post = worker.postMessage; worker.postMessage = message => {
      if (message.question !== "report") { post.call(worker, message); return; }
      window.release = () => { delete worker.postMessage; post.call(worker, message); }; window.held = true; }; window.held = false; })()`);
    const shown = file => until(page, `window.held && mediaprobe.model.file.facts.name === ${JSON.stringify(file)}`);
    await choose(page, [first]);
    same(await opened(page), "", "the first file opens");
    const before = await page.ask("playground.opening");
    await choose(page, [first]);
    same([await page.ask("playground.opening") - before, await page.ask("document.querySelector('input[type=file]').files.length")], [1, 0], "the same file is opened again");
    same(await opened(page), "", "the same file opens");
    // A complete report stays when reading a file to compare with it is stopped.
    await hold();
    await page.ask("mediaprobe.go('timeline')");
    await choose(page, [second], "input.second");
    await until(page, "window.held");
    const complete = "[mediaprobe.current, mediaprobe.model.files.length, mediaprobe.model.file.facts.name, mediaprobe.model.count > 0, mediaprobe.model.file.facts.unread ?? null]";
    same(await page.ask(complete), ["timeline", 1, own[0], true, null], "the report while the second file is read");
    await page.ask("[...document.querySelectorAll('header button')].find(button => button.textContent === 'Stop').click()");
    await page.frames();
    same([await page.ask(complete), await page.ask("playground.busy.textContent + playground.trouble.textContent")], [["timeline", 1, own[0], true, null], ""], "the report after reading was stopped");
    await page.ask("playground.client.ask('info', playground.place).then(() => 0)");
    // Answers that are asked for while a file is read stay when the rest of the file is shown.
    await hold();
    await choose(page, [second]);
    await shown(own[1]);
    const overview = "document.querySelector('#view-overview').textContent";
    expect(!/not checked|No tracks/.test(await page.ask(overview)) && (await page.ask(overview)).includes("is being read"), "nothing is said of what is not read yet");
    await page.ask("mediaprobe.go('commands'); mediaprobe.views.commands.choice.value = 'gop'; void mediaprobe.views.commands.run(); void 0");
    await page.ask("mediaprobe.go('tree'); mediaprobe.model.selectByte(14, 'test')");
    await page.ask("document.querySelector('.layers button').click(); release()");
    same(await opened(page), "", "the second file opens");
    await until(page, "!mediaprobe.views.commands.answer.hidden && document.querySelector('.layers strong')");
    same(await page.ask("mediaprobe.views.commands.answer.textContent.trim()"), (await ask(page, "gop")).trim(), "the answer to a question of the file that was read");
    same(await page.ask("[mediaprobe.current, document.querySelector('.layers h4').textContent, mediaprobe.model.count > 0]"), ["tree", "Byte 14", true], "what owns the byte");
    // Stopped: no view says that the file has nothing.
    await hold();
    await choose(page, [first]);
    await shown(own[0]);
    await page.ask("[...document.querySelectorAll('header button')].find(button => button.textContent === 'Stop').click()");
    for (const view of ["overview", "timeline", "buffer", "clock"]) {
      await page.ask(`mediaprobe.go("${view}")`);
      await page.frames();
      const text = await page.ask(`document.getElementById("view-${view}").textContent`);
      expect(!/was not checked|No track|has no /.test(text), `${view} of a file whose reading was stopped: ${text.slice(0, 200)}`);
    }
    expect((await page.ask(overview)).includes("Reading was stopped."), "the overview says that reading was stopped");
    // An address that does not answer leaves what is shown; Compare compares that.
    await page.ask(`void playground.open({ address: "${server.address}/files/nothing.mp4" })`);
    expect((await opened(page)).includes("404"), "what the server answers is shown");
    same(await page.ask("[playground.place.name, mediaprobe.model.file.facts.name]"), [own[0], own[0]], "the file that is shown");
    await choose(page, [second], "input.second");
    await until(page, "playground.trouble.textContent || mediaprobe.model.facts.diff && !playground.busy.textContent");
    same(await page.ask("mediaprobe.model.files.map(file => file.facts.name)"), own, "the files that are compared");
    // What was made of one file is not offered with the other.
    await page.ask("mediaprobe.go('save'); mediaprobe.views.save.choice.value = 'mp4'; mediaprobe.views.save.run()");
    expect(await page.ask("document.querySelectorAll('#view-save .row-of-buttons button').length === 1 && mediaprobe.views.save.result !== null"), "a copy is offered");
    await page.ask("mediaprobe.model.openFile(1)");
    same(await page.ask("[document.querySelectorAll('#view-save .row-of-buttons button').length, mediaprobe.views.save.result, mediaprobe.views.save.status.textContent]"), [0, null, ""], "nothing is offered of the other file");
    // Bytes that cannot be read.
    for (const [message, wanted] of [["the file has gone", "the file has gone"], ["stopped", ""]]) {
      await page.ask(`(() => { mediaprobe.model.file.source.range = async () => { throw new Error("${message}"); }; mediaprobe.go("tree"); mediaprobe.model.emit("file"); })()`);
      await page.frames();
      same(await page.ask("document.querySelector('.list-hex .hole')?.textContent ?? ''"), wanted, `bytes when reading fails: ${message}`);
    }
    same(page.messages.filter(message => !message.includes("404")), [], "messages");
    // Addresses that are none, and names that are no codes.
    const wrong = await open("?url=http://");
    expect((await wrong.ask("playground.trouble.textContent")).includes("http:// is no address"), "an address that is none");
    same(wrong.messages, [], "messages of an address that is none");
    writeFileSync(join(folder, "100%.mp4"), readFileSync(first));
    const percent = await open(`?url=${encodeURIComponent(`${server.address}/made/100%.mp4`)}`);
    same([await opened(percent), await percent.ask("mediaprobe.model.file.facts.name")], ["", "100%.mp4"], "a name with a percent sign");
  },

  /** Decoded key pictures have the pixels that ffmpeg decodes. */
  async picture() {
    for (const file of files) {
      const page = await open(), own = basename(file);
      await choose(page, [file]);
      same(await opened(page), "", `${own} opens`);
      await page.ask("mediaprobe.go('picture')");
      await page.ask("new Promise(done => { const look = () => /^(?!Decoding)./.test(mediaprobe.views.picture.status.textContent) ? done() : setTimeout(look, 20); look(); })");
      const status = await page.ask("mediaprobe.views.picture.status.textContent");
      if (status.startsWith("Not shown: this browser")) { console.log(`${own}: ${status}`); expect(!/\.(h264|mp4|flv)$/.test(own) || own === "hvc1.mp4", `${own}: H.264 is decoded`); continue; }
      const found = await page.ask(`(() => { const { canvas } = mediaprobe.views.picture, data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let text = ""; for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i], data[i + 1], data[i + 2]); return { width: canvas.width, height: canvas.height, rgb: btoa(text) }; })()`);
      // A stream that names no matrix is converted by either of two.
      const rgb = Buffer.from(found.rgb ?? "", "base64"), ways = ["bt601", "bt709"].map(matrix => {
        const wanted = execFileSync("ffmpeg", ["-v", "error", "-i", file, "-frames:v", "1", "-vf", `scale=in_color_matrix=${matrix}:flags=neighbor`, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"],
          { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
        let sum = 0, far = 0;
        for (let i = 0; i < rgb.length; i++) { const by = Math.abs(rgb[i] - wanted[i]); sum += by; if (by > 24) far++; }
        return { matrix, size: wanted.length, mean: sum / rgb.length, far };
      });
      const best = ways[0].mean < ways[1].mean ? ways[0] : ways[1];
      same(rgb.length, best.size, `${own}: pixels of ${found.width} × ${found.height}; ${status}`);
      console.log(`${own}: ${best.matrix}, mean difference ${best.mean.toFixed(2)} of 255, ${best.far} of ${rgb.length} values by more than 24`);
      // Chroma is repeated, as Chromium does; rounding differs.
      expect(best.mean < 2 && best.far < rgb.length / 100, `${own}: the pixels are those of ffmpeg`);
      await page.ask("mediaprobe.views.picture.thumbnails()");
      expect(await page.ask("mediaprobe.views.picture.strip.children.length > 0"), `${own}: key pictures`);
      await page.screenshot(join(folder, `${own}-picture.png`));
      same(page.messages, [], `messages of ${own}`);
    }
  },

  /** Pictures that need more than the group that they are in, and those of a second track, are those of ffmpeg. */
  async groups() {
    const encode = (name, ...words) => { const path = join(folder, name); execFileSync("ffmpeg", ["-v", "error", "-y", ...words, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-threads", "1", path]); return path; };
    const source = d => ["-f", "lavfi", "-i", `testsrc=s=160x120:r=25:d=${d}`];
    const made = [[encode("open.mp4", ...source(2), "-g", "20", "-bf", "3", "-x264-params", "open-gop=1:scenecut=0:b-adapt=0"), 0],
      [encode("two.mp4", "-f", "lavfi", "-i", "color=red:s=160x120:r=25:d=1", ...source(1), "-map", "0", "-map", "1", "-g", "10"), 1]];
    // A stream that has its parameter sets once, and a track of two sample entries.
    const once = join(folder, "once.h264"), [plain, other] = [encode("plain.h264", ...source(2), "-g", "20", "-bf", "0"), encode("baseline.h264", ...source(1), "-profile:v", "baseline")];
    const units = readFileSync(plain).toString("latin1").split(/\0?\0\0\x01/).slice(1);
    writeFileSync(once, units.filter((unit, i) => ![7, 8].includes(unit.charCodeAt(0) & 31) || i < 2).map(unit => "\0\0\0\x01" + unit).join(""), "latin1");
    const entries = join(folder, "entries.mp4"), movies = [plain, other].map(file => { const movie = file.replace(".h264", ".mp4"); execFileSync(program, ["remux", "-q", "-y", file, movie]); return movie; });
    execFileSync(program, ["join", "-q", "-y", ...movies, entries]);
    made.push([once, 0], [entries, 0]);
    for (const [file, position] of made) {
      const page = await open(), own = basename(file);
      await choose(page, [file]);
      same(await opened(page), "", `${own} opens`);
      await page.ask("mediaprobe.go('picture')");
      const { count, rank, keys, open: isOpen } = await page.ask(`(track => ({ count: track.count, rank: [...track.rank], keys: [...track.keys], open: [...track.keys].some(key => track.isOpen(key)) }))(mediaprobe.model.file.tracks[${position}])`);
      if (own === "open.mp4") expect(isOpen && keys.length > 2, `${own} has open groups`);
      for (const sample of [keys[1], keys[1] + 1, keys[1] + 2, keys[1] + 6, count - 1]) {
        await page.ask(`mediaprobe.model.selectSample(mediaprobe.model.file.tracks[${position}], ${sample})`);
        await until(page, "/^(?!Decoding)./.test(mediaprobe.views.picture.status.textContent)");
        const status = await page.ask("mediaprobe.views.picture.status.textContent"), found = await page.ask(`(() => { const { canvas } = mediaprobe.views.picture;
          if (!canvas.width) return null; const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0); const { data } = copy.getImageData(0, 0, canvas.width, canvas.height); return [...data].filter((_, i) => i % 4 < 3); })()`);
        const wanted = execFileSync("ffmpeg", ["-v", "error", "-i", file, "-map", `0:${position}`, "-vf", `select=eq(n\\,${rank[sample]}),scale=in_color_matrix=bt709:flags=neighbor`, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"], { maxBuffer: 1 << 26 });
        const mean = found ? found.reduce((sum, value, i) => sum + Math.abs(value - wanted[i]), 0) / wanted.length : NaN;
        expect(found?.length === wanted.length && mean < 4, `${own}: picture ${sample} of track ${position} is that of ffmpeg: ${status}, mean difference ${mean}`);
      }
      same([...new Set(await page.ask("[...mediaprobe.views.picture.strip.children].map(button => Number(button.dataset.sample))"))], keys, `${own}: key pictures`);
      same(page.messages, [], `messages of ${own}`);
    }
  },

  /** AV1 is decoded by the codec string of `info`; why an encrypted picture is not shown is said. The map names the kinds of all tracks. */
  async shown() {
    const key = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00112233445566778899aabbccddeeff", "-encryption_kid", "ffeeddccbbaa99887766554433221100"];
    const source = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4", "-pix_fmt", "yuv420p"];
    const made = [["av1.mp4", ["-c:v", "libaom-av1", "-cpu-used", "8"], /picture 0 at/], ["encrypted.mp4", ["-c:v", "libx264", ...key], /^Not shown: the track is encrypted$/]];
    for (const [name, words, wanted] of made) {
      const file = join(folder, name), page = await open();
      execFileSync("ffmpeg", ["-v", "error", "-y", ...source, ...words, file]);
      await choose(page, [file]);
      same(await opened(page), "", `${name} opens`);
      await page.ask("mediaprobe.go('picture')");
      await until(page, "/^(?!Decoding)./.test(mediaprobe.views.picture.status.textContent)");
      const status = await page.ask("mediaprobe.views.picture.status.textContent");
      expect(wanted.test(status), `${name}: ${status}`);
      await page.ask("mediaprobe.go('map')");
      const legend = "[...document.querySelectorAll('section:not([hidden]) .legend *')].map(item => item.textContent).join(' ')";
      await until(page, `${legend}.length > 0`);
      expect(/audio/i.test(await page.ask(legend)), `${name}: the legend of the map has sound: ${await page.ask(legend)}`);
    }
  },

  /** What is carried is what the command writes. */
  async carrying() {
    const jobs = [
      ["mp4", [], f => ["remux", "--to", "mp4", f]], ["faststart", [], f => ["remux", "--faststart", "--to", "mp4", f]],
      ["fragmented", [], f => ["remux", "--fragment", "2s", "--to", "mp4", f]], ["flv", [], f => ["remux", "--to", "flv", f]], ["stream", [], f => ["remux", "--to", "h264", "--no-audio", f]],
      ["sound", [], f => ["remux", "--to", /mp3/.test(basename(f)) ? "mp3" : "aac", f]], ["cut", [["from", "0.2"], ["until", "0.6"]], f => ["cut", "--from", "0.2s", "--to", "0.6s", "--as", "mp4", f]], ["avc3", [], f => ["retag", "--avc3", f]],
      ["fix", [], f => ["check", "--fix", f, "-o"]],
    ];
    for (const file of files) {
      const page = await open(), own = basename(file);
      await choose(page, [file]);
      same(await opened(page), "", `${own} opens`);
      await page.ask("mediaprobe.go('save')");
      for (const [id, fields, words] of jobs) {
        await page.ask(`(async () => { const save = mediaprobe.views.save; save.choice.value = "${id}"; save.choice.dispatchEvent(new Event("change"));
          for (const [name, value] of ${JSON.stringify(fields)}) save.fields.querySelector("[name=" + name + "]").value = value; save.result = null; await save.run(); })()`);
        const text = await page.ask(`(async () => { const { result } = mediaprobe.views.save; if (!result) return null; const bytes = new Uint8Array(await result.arrayBuffer()); let text = "";
          for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); })()`);
        const path = join(folder, `${own}.${id}.out`);
        let isMade = true;
        rmSync(path, { force: true });
        try { execFileSync(program, [...words(file), path], { stdio: "ignore" }); } catch (error) { isMade = error.status === 1; }
        if (!isMade || !existsSync(path)) { same(text, null, `${own}: ${id} is refused`); continue; }
        const made = Buffer.from(text ?? "", "base64"), wanted = readFileSync(path);
        expect(made.equals(wanted), `${own}: ${id} has the bytes that the command writes: ${made.length} and ${wanted.length} bytes; ${await page.ask("mediaprobe.views.save.status.textContent")}`);
        rmSync(path, { force: true });
      }
      same(page.messages, [], `messages of ${own}`);
    }
  },

  /** A byte stream has the name of its codec. */
  async naming() {
    for (const file of files) {
      const wanted = { "plain.mp4": "plain.h264", "hvc1.mp4": "hvc1.hevc" }[basename(file)];
      const page = await open();
      await choose(page, [file]);
      same(await opened(page), "", `${file} opens`);
      const asked = await page.ask(`(async () => { const { client } = playground, { ask } = client, asked = []; client.ask = (question, place, options) => { asked.push(options?.to); return ask.call(client, question, place, options); };
        mediaprobe.go("save"); mediaprobe.views.save.choice.value = "stream"; await mediaprobe.views.save.run(); delete client.ask; return asked; })()`);
      same([asked, await page.ask("document.querySelector('#view-save .row-of-buttons button').textContent")], [[wanted.split(".")[1]], `Save ${wanted}`], `the byte stream of ${file}`);
    }
  },

  /** Every view shows something and fits; names stay text; a file that is nothing is refused in words; a command is run by its form. */
  async views() {
    const page = await open();
    same(await page.ask("[...document.querySelectorAll('button')].map(button => button.textContent)"), ["Choose a file or segments", "Choose a folder of segments", "Open address"], "what the first page offers");
    await page.screenshot(join(folder, "welcome.png"));
    const hostile = "<img src=x onerror=window.hostile=1>\u202e\u0007.mp4", path = join(folder, "nothing.bin");
    writeFileSync(path, Buffer.alloc(3000, 7));
    await page.ask(`void (async () => playground.open({ blob: new Blob([await (await fetch("${server.address}/files/${basename(files[0])}")).arrayBuffer()]), name: ${JSON.stringify(hostile)} }))()`);
    await page.ask("new Promise(done => { const look = () => playground.times?.report && !playground.busy.textContent ? done() : setTimeout(look, 20); look(); })");
    same(await page.ask("[window.hostile, document.images.length]"), [null, 0], "a name is no markup");
    expect((await page.ask("document.querySelector('.file').textContent")).includes("<img src=x onerror=window.hostile=1>‹U+202E›‹U+0007›.mp4"), "the name is shown as text");
    for (const view of await page.ask("mediaprobe.wanted.map(view => view.id)")) {
      await page.ask(`mediaprobe.go("${view}")`);
      await page.frames();
      expect(await page.ask(`document.getElementById("view-${view}").offsetHeight > 40 && document.scrollingElement.scrollWidth <= innerWidth`), `${view} has content and fits`);
      expect(await page.ask(`[...document.querySelectorAll("#view-${view} :is(input, select)")].every(one => one.labels.length || one.ariaLabel)`), `controls of ${view} have names`);
    }
    await page.ask("mediaprobe.go('commands'); void mediaprobe.views.commands.run()");
    await page.ask("new Promise(done => { const look = () => mediaprobe.views.commands.answer.hidden ? setTimeout(look, 20) : done(); look(); })");
    const shown = await page.ask("mediaprobe.views.commands.answer.textContent");
    same(JSON.parse(shown).tracks?.length ?? JSON.parse(shown).sections?.length, JSON.parse(command("info", "--json", files[0])).tracks?.length, "the answer of info");
    await page.screenshot(join(folder, "commands.png"));
    await page.ask("mediaprobe.go('save')");
    await page.screenshot(join(folder, "save.png"));
    await choose(page, [path]);
    await page.ask("new Promise(done => { const look = () => mediaprobe.model.file.facts.name === 'nothing.bin' && !playground.busy.textContent ? done() : setTimeout(look, 20); look(); })");
    const text = await page.ask("document.querySelector('#view-overview').textContent");
    expect(/start code|unknown|not /.test(text), `why a file is not read: ${text.slice(0, 300)}`);
    await page.screenshot(join(folder, "nothing.png"));
    // So are files that a function of the package has no answer for; a trace of no unit is none.
    const { trace } = await import(resolve(site, "../package/index.js")), traced = (bytes, options) => trace(new Blob([bytes]), options).then(list => list.length, error => error.message);
    for (const bytes of [Buffer.alloc(0), readFileSync(path)]) expect(/[a-z] [a-z]/.test(await traced(bytes)), `why ${bytes.length} bytes are not traced`);
    same(await traced(readFileSync(files[0]), { type: "aud" }), 0, "a trace of types that the file does not have");
    same(page.messages, [], "messages");
  },

  /** The time of `frames` beside the command's. */
  async speed() {
    const [file] = files, page = await open();
    await choose(page, [file]);
    await opened(page);
    const times = { browser: [], command: [] };
    for (let run = 0; run < 9; run++) {
      times.browser.push(await page.ask("playground.client.ask('frames', playground.place).then(answer => answer.time)"));
      const started = performance.now();
      command("frames", "--format", "json", file);
      times.command.push(performance.now() - started);
    }
    const [own, native] = [times.browser, times.command].map(list => Math.min(...list));
    console.log(`frames of ${basename(file)}: playground ${own.toFixed(0)} ms, command ${native.toFixed(0)} ms, ${(own / native).toFixed(2)} times as long`);
  },
};

try { await cases[name](); } catch (error) { failures++; console.log(error.stack); } finally { browser.close(); server.close(); }
if (!checked && name !== "speed") { failures++; console.log("nothing was checked"); }
process.exit(failures ? 1 : 0);
