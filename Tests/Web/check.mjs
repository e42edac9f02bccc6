#!/usr/bin/env node
// Checks the interface of reports in a browser: check.mjs CASE [FOLDER [MEDIAPROBE FILE…]]. Prints what is wrong; exits with 1 if anything is.
// Pages and screenshots go to FOLDER.
import { Browser } from "./browser.mjs";
import { modules, page as pageOf, web } from "./page.mjs";
import { chunks, column, film, hostile, hostileNames } from "./facts.mjs";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const [name, folder = mkdtempSync(join(tmpdir(), "mediaprobe-page-")), program, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
let failures = 0, checked = 0, browser;

function expect(condition, what) {
  checked++;
  if (!condition) { failures++; console.log(`not so: ${what}`); }
}

function same(found, wanted, what) {
  expect(JSON.stringify(found) === JSON.stringify(wanted), `${what}: is ${JSON.stringify(found)?.slice(0, 300)}, should be ${JSON.stringify(wanted)?.slice(0, 300)}`);
}

async function open(facts, file, options) {
  const path = join(folder, file);
  writeFileSync(path, pageOf(facts));
  return browser.open(path, options);
}

const views = ["overview", "timeline", "buffer", "clock", "map", "tree"];
const at = selector => `(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()`;

/** No message of the console, no exception, and nothing but the file itself was asked for. */
function quiet(page, what) {
  same(page.messages, [], `messages of ${what}`);
  same(page.requests.filter(address => !/^(file|blob|data|about):/.test(address)), [], `requests of ${what}`);
}

async function visit(page, shots = null) {
  const wanted = await page.ask("mediaprobe.wanted.map(view => view.id)");
  for (const [i, view] of wanted.entries()) {
    await page.key(String(i + 1));
    same(await page.ask("mediaprobe.current"), view, "the view of its key");
    expect(await page.ask(`document.getElementById("view-${view}").offsetHeight > 40`), `${view} has content`);
    expect(await page.ask("document.scrollingElement.scrollWidth <= innerWidth"), `${view} fits into the width of the window`);
    if (shots) await page.screenshot(join(folder, `${shots}-${view}.png`));
  }
  return wanted;
}

const cases = {
  /** Reports of the command: counts are those of its other commands. */
  async reports() {
    for (const file of files) {
      const path = join(folder, basename(file) + ".html");
      // A damaged file has a report, too, and status 65.
      try { execFileSync(program, ["report", file, "-o", path], { stdio: "ignore" }); } catch (error) { if (error.status !== 65) throw error; }
      const ask = (...words) => {
        try { return JSON.parse(execFileSync(program, [...words, "--format", "json", file], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] })); }
        catch (error) { return JSON.parse(String(error.stdout) || "null"); }
      };
      const page = await browser.open(path);
      await visit(page, basename(file));
      // Samples are walked in the list of their track, though the tree may have them, too.
      if (await page.ask("(mediaprobe.model.file.video?.count ?? 0) > 3")) {
        await page.ask(`(({ views, model }) => { const { rows, tree } = views.tree; tree.options.pick(rows.showSample(model.file.video, 0), {}); tree.scroller.focus(); })(mediaprobe)`);
        for (let i = 0; i < 2; i++) { await page.key("ArrowDown"); await page.frames(); }
        same(await page.ask("(({ views, model }) => [model.selection.sample, views.tree.tree.options.selected() === views.tree.rows.showSample(model.file.video, 2)])(mediaprobe)"), [2, true], `${file}: samples of a track by keys`);
      }
      const tracks = await page.ask("mediaprobe.model.file.tracks.map(track => ({ index: track.index, count: track.count, total: track.total, keys: track.keys.length, type: track.type }))");
      const packets = ask("packets")?.packets, frames = ask("frames")?.frames;
      if (packets?.length) {
        for (const track of tracks) {
          const own = packets.filter(packet => packet.track === track.index);
          same([track.count, track.total, track.keys], [own.length, own.reduce((sum, packet) => sum + packet.size, 0), own.filter(packet => packet.keyframe).length], `${file}: samples, bytes and keys of track ${track.index}`);
        }
      } else if (frames?.length) {
        const video = tracks.find(track => track.type === "video");
        same([video?.count, video?.keys], [frames.length, frames.filter(frame => frame.keyframe).length], `${file}: pictures and keys`);
        same(await page.ask("[...mediaprobe.model.file.video.rank]"), frames.map(frame => frame.display_index), `${file}: display order`);
      }
      // Mean rates are those of the totals.
      const totals = ask("packets", "--summary")?.tracks ?? [];
      const rates = await page.ask("mediaprobe.model.file.tracks.map(track => [track.index, track.meanRate > 0 ? Math.round(track.meanRate) : null])");
      same(rates.filter(([index, rate]) => Math.abs(rate - (totals.find(total => total.track === index)?.bit_rate ?? 0)) > 1), [], `${file}: bit rates`);
      // Groups are those of `gop`, and open where it says so.
      const gops = ask("gop")?.gops ?? [], video = tracks.find(track => track.type === "video");
      const groups = await page.ask("(track => track && Array.from({ length: track.groupCount }, (_, group) => track.groupRange(group)[1] - track.groupRange(group)[0]))(mediaprobe.model.file.video)");
      if (groups?.length && gops.length) same(groups, gops.map(gop => gop.pictures), `${file}: groups`);
      if (basename(file) === "BA_MW_D_IDR_LOST.264") same(groups, [27, 30, 30, 10], "groups of a stream that does not begin with a key picture");
      if (groups?.length && gops.length) same(await page.ask("(track => Array.from({ length: track.groupCount }, (_, group) => track.isOpen(track.groupRange(group)[0])))(mediaprobe.model.file.video)"), gops.map(gop => gop.open === true), `${file}: open groups`);
      if (basename(file) === "opengop.hevc") same(gops.map(gop => gop.open), [false, true, true], "open groups of H.265");
      if (basename(file) === "plain.mp4") same(await page.ask("mediaprobe.model.file.tracks.map(track => [track.presentedStart, track.presentedEnd])"), [[0, 1], [0, 1]], "what the edit lists present");
      // Presentation times are those of the edit lists.
      const presented = () => JSON.parse(execFileSync(program, ["packets", "--format", "json", "--edit-list", "--by-track", file], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] })).packets;
      if (packets?.some(packet => packet.pts !== null) && /\.mp4$/.test(file) && !file.includes("malformed")) {
        const shown = await page.ask("mediaprobe.model.file.tracks.flatMap(track => track.isTimed ? Array.from(track.pts, time => Math.round(time * track.timescale)) : [])");
        same(shown, presented().filter(packet => packet.pts !== null).map(packet => packet.pts), `${file}: presentation times`);
        const decoded = await page.ask("mediaprobe.model.file.tracks.flatMap(track => track.isTimed ? Array.from(track.dts, time => Math.round(time * track.timescale)) : [])");
        same(decoded, presented().filter(packet => packet.dts !== null).map(packet => packet.dts), `${file}: decoding times`);
      }
      // Tags and frames are where the other commands say that they are.
      const kind = /\.(flv|aac)$/.exec(file)?.[1];
      if (kind) {
        const units = (await page.ask('mediaprobe.charts.get("map").csv()')).trimEnd().split("\r\n").slice(1).map(line => line.split(",").map(Number));
        const places = kind === "flv" ? ask("flv").tags.map(tag => tag.offset) : ask("aac").frames.map(frame => frame.offset);
        same(units.length, packets.length, `${file}: tags or frames of the map`);
        same(units.filter(([offset]) => !places.includes(offset)).map(([offset]) => offset), [], `${file}: tags or frames that are elsewhere`);
        expect(units.every(([offset, size], k) => k === 0 || offset >= units[k - 1][0] + units[k - 1][1]), `${file}: tags or frames do not overlap`);
        if (kind === "aac") same(units.length, places.length, `${file}: frames`);
      }
      same(await page.ask("mediaprobe.model.file.findings.length"), ask("check")?.findings.length, `${file}: findings`);
      if (tracks.some(track => track.count)) {
        await page.key("2");
        await page.key("ArrowRight");
        expect(await page.ask("mediaprobe.model.selection.sample >= 0"), `${file}: a sample can be selected`);
      }
      quiet(page, file);
    }
  },

  /** A comparison of two files. */
  async comparison() {
    const path = join(folder, "comparison.html");
    try { execFileSync(program, ["report", files[0], files[1], "-o", path]); } catch (error) { if (error.status !== 1) throw error; }
    const wanted = JSON.parse(String((() => { try { return execFileSync(program, ["diff", "--format", "json", files[0], files[1]]); } catch (error) { return error.stdout; } })()));
    const page = await browser.open(path);
    same(await visit(page, "comparison"), [...views, "diff"], "views");
    same(await page.ask('document.querySelectorAll("#view-diff .card:last-child tbody tr").length'), wanted.differences.length, "rows of differences");
    // A difference leads to the box or the sample in the file that the button stands under.
    const rows = '[...document.querySelectorAll("#view-diff .card:last-child tbody tr")]';
    for (const side of [0, 1]) {
      const wantedRows = wanted.differences.map((row, i) => [row, i]).filter(([row]) => row[side ? "b" : "a"] !== null && (row.part === "container" && row.section.startsWith("moov/") || row[side ? "sample_b" : "sample_a"] !== undefined));
      expect(wantedRows.length > 0, "some difference has a place");
      for (const [row, i] of [wantedRows[0], wantedRows.at(-1)]) {
        await page.ask(`mediaprobe.go("diff"); ${rows}[${i}].querySelectorAll("td.value")[${side}].querySelector("button").click()`);
        await page.frames();
        const found = await page.ask(`(({ fileIndex, file, selection: { sample, track, node, field } }) => ({ fileIndex, sample, track: track?.index,
          path: node < 0 ? "" : file.source.index.path(node).map(place => file.source.nodes[place][3]).join("/"), field: file.source.nodes[node]?.[5][field]?.[0] }))(mediaprobe.model)`);
        const chosen = await page.ask('document.querySelector("header select").value');
        same([found.fileIndex, Number(chosen)], [side, side], "file of a difference");
        const sample = row[side ? "sample_b" : "sample_a"];
        if (sample !== undefined) same([found.sample, found.track], [sample, Number(row.section.match(/\d+/)[0])], "sample of a difference");
        else same([found.path, found.field], [row.section.replace(/\[\d+\]/g, ""), row.name], "box and field of a difference");
      }
    }
    await page.ask("mediaprobe.model.openFile(1)");
    await page.frames();
    expect((await page.ask("document.title")).includes(basename(files[1])), "the other file has the title");
    await visit(page);
    quiet(page, "the comparison");
  },

  /** Several edits: each sample is where the first edit that shows it has it; those that no edit shows are said to be left out. */
  async edits() {
    const facts = film(500), [track] = facts.files[0].tracks;
    // Seconds 10 to 12, nothing for a second, then 4 to 6.
    track.edits = [{ segment_duration: 2000, media_time: 900000, rate: 1 }, { segment_duration: 1000, media_time: -1, rate: 1 }, { segment_duration: 2000, media_time: 360000, rate: 1 }];
    const page = await open(facts, "edits.html");
    await page.key("4");
    const found = await page.ask("(track => [...track.pts].map((time, i) => [track.dts[i] - track.shift + track.delay(i), time, track.left[i]]))(mediaprobe.model.file.tracks[0])");
    same(found.filter(([media, time, left]) => {
      const wanted = media >= 9.9999 && media < 11.9999 ? media - 10 : media >= 3.9999 && media < 5.9999 ? media - 4 + 3 : null;
      return wanted === null ? !left : left || Math.abs(time - wanted) > 1e-6;
    }), [], "presentation times");
    // 50 from each part, but for those of the second without a picture.
    same(found.filter(([, , left]) => !left).length, 78, "pictures that edits show");
    same(await page.ask('[...document.querySelectorAll("#view-clock .card")].find(card => card.textContent.includes("Edit lists")).querySelectorAll("tbody tr").length'), 3, "rows of edits");
    await page.ask("mediaprobe.model.setTimes(-0.5, 5.5)");
    const texts = await page.ask('[...mediaprobe.charts.get("intervals").svg(1000).matchAll(/edit [0-9]: [a-z]+/g)].map(match => match[0])');
    same(texts, ["edit 1: from", "edit 2: empty", "edit 3: from"], "edits in the chart");
    await page.key("2");
    await page.ask('mediaprobe.model.setOrder("display")');
    expect((await page.ask('mediaprobe.charts.get("pictures").svg(1000)')).includes("edit 3: from"), "edits in the timeline");
    await page.screenshot(join(folder, "edits-timeline.png"));
    await page.key("4");
    await page.screenshot(join(folder, "edits-clock.png"));
    quiet(page, "edits");
    // DTS and PTS are of one clock: that of the presentation, in tables, in words and in CSV, where seconds have at most six decimals.
    const shifted = await open(film(500), "edits-shift.html"), column = (chart, name) => shifted.ask(`(lines => lines.slice(1).map(line => line[lines[0].indexOf("${name}")]))(mediaprobe.charts.get("${chart}").csv().trimEnd().split("\\r\\n").map(line => line.split(",")))`);
    await shifted.key("2");
    const wanted = Array.from({ length: 500 }, (_, i) => String((i * 4 - 8 + (i < 245 ? 0 : 100)) / 100));
    for (const chart of ["pictures", "qp"]) same(await column(chart, "dts_seconds"), wanted, `decoding times in the CSV of ${chart}`);
    same((await column("reordering", "seconds")).slice(0, 500), wanted, "decoding times in the CSV of reordering");
    for (const [chart, name] of [["pictures", "pts_seconds"], ["intervals", "interval_milliseconds"]]) same((await column(chart, name)).filter(text => /\.\d{7}|e/.test(text)), [], `long numbers in the CSV of ${chart}`);
    await shifted.ask("mediaprobe.model.selectSample(mediaprobe.model.track, 3)");
    await shifted.frames();
    same(await shifted.ask('[...document.querySelectorAll(".list-samples .selected span")].slice(6, 9).map(cell => cell.textContent)'), ["0.04 s", "0.04 s", "0 ms"], "times in the table");
    const status = await shifted.ask('document.querySelector(".status").textContent');
    expect(status.includes("DTS 0.04 sPTS 0.04 sPTS − DTS 0 msOffset"), `times in the line of the selection: ${status}`);
    await page.ask("mediaprobe.model.selectSample(mediaprobe.model.file.video, 3)");
    expect((await page.ask('document.querySelector(".status").textContent')).includes("PTS − DTS 0 ms, before the edit list"), "several edits");
  },

  /** Labels of ticks differ, are not cut, and do not cover one another. */
  async axes() {
    const facts = film(3000);
    facts.files[0].tracks[1].edits = [{ segment_duration: 1000, media_time: 0, rate: 1 }, { segment_duration: 120000, media_time: 48000, rate: 1 }];
    facts.files[0].tracks[0].edits = [{ segment_duration: 1040, media_time: -1, rate: 1 }, { segment_duration: 120000, media_time: 7200, rate: 1 }];
    const page = await open(facts, "axes.html", { width: 1024 });
    const texts = (chart, anchor, width = 1000) => page.ask(`[...new DOMParser().parseFromString(mediaprobe.charts.get("${chart}").svg(${width}), "image/svg+xml").querySelectorAll("text")].filter(text => text.getAttribute("text-anchor") === "${anchor}").map(text => [text.textContent, Number(text.getAttribute("x")), Number(text.getAttribute("y"))])`);
    const differ = (found, what) => { const labels = found.map(([text]) => text); expect(labels.length > 1 && new Set(labels).size === labels.length, `${what}: ${labels.join(" | ")}`); };
    const inside = (found, what) => same(found.filter(([text, x]) => x + text.length * 3 > 1000), [], `${what} that are cut`);
    for (const [from, to] of [[20000000, 20100000], [20000000, 20066000], [20000000, 20000400], [0, Infinity]]) {
      await page.ask(`mediaprobe.model.setBytes(${from}, ${to})`);
      const found = await texts("map", "middle");
      differ(found, `places ${from}–${to} of the map`);
      inside(found, "places of the map");
    }
    for (const [from, to] of [[0, 121], [60, 61], [60, 60.1], [60, 60.502], [0, 10]]) {
      await page.ask(`mediaprobe.model.setTimes(${from}, ${to})`);
      differ((await texts("interleaving", "end")).filter(([text]) => /^[\d.,]+ (B|KiB|MiB)$/.test(text)), `places in the file at ${from}–${to} s`);
      const found = await texts("interleaving", "middle");
      differ(found, `times ${from}–${to} s`);
      inside(found, "times");
    }
    await page.ask("mediaprobe.model.setTimes(0, 20)");
    const edits = (await texts("intervals", "start")).filter(([text]) => text.includes("edit"));
    expect(edits.length > 2 && edits.every(([text, x, y], i) => edits.slice(0, i).every(other => other[2] !== y || other[1] + other[0].length * 6 <= x || x + text.length * 6 <= other[1])), `labels of edits: ${JSON.stringify(edits)}`);
    for (const [low, high] of [[11, 20], [21, 39], [21, 32], [17, 42], [28, 30], [0, 51]]) {
      const found = await page.ask(`mediaprobe.charts.get("qp").options.range = () => [${low}, ${high}]`).then(() => texts("qp", "end")).then(all => all.filter(([text]) => /^\d+$/.test(text)));
      differ(found, `QP ${low}–${high}`);
    }
    // The head of the table of samples stands over its columns, with a scroll bar and without.
    await page.key("2");
    const heads = '(list => [...list.querySelectorAll(".head span")].map((cell, k) => Math.round(Math.abs(cell.getBoundingClientRect().right - list.querySelector(".rows .row").children[k].getBoundingClientRect().right))))(document.querySelector(".list-samples"))';
    same(await page.ask(heads), Array(11).fill(0), "the head of the table of samples");
    quiet(page, "axes");
    // Steps below a millisecond.
    const fine = film(300);
    fine.files[0].tracks.forEach(track => { track.timescale *= 1000; track.edits = []; });
    const closer = await open(fine, "axes-fine.html");
    await closer.ask("mediaprobe.model.setTimes(0.006, 0.0061)");
    const times = await closer.ask('[...new DOMParser().parseFromString(mediaprobe.charts.get("interleaving").svg(1000), "image/svg+xml").querySelectorAll("text[text-anchor=middle]")].map(text => text.textContent)');
    expect(times.length > 2 && new Set(times).size === times.length, `times below a millisecond: ${times.join(" | ")}`);
    // A file without samples, and one with a single one.
    const none = film(98);
    Object.assign(none.files[0], { chunks: [], buffers: [] });
    const empty = await open(none, "axes-none.html");
    await empty.key("2");
    expect(!/[–-]-1|of 0/.test(await empty.ask('document.getElementById("view-timeline").textContent')), "no range of no samples");
    expect((await empty.ask('mediaprobe.charts.get("pictures").svg(1000)')).includes("This file has no samples."), "there are no samples");
    quiet(empty, "a file without samples");
  },

  /** What info says of encryption, codecs and items is on the page. */
  async described() {
    const facts = film(98), [file] = facts.files;
    file.info.format.encryption = { schemes: ["cbcs"], systems: ["PlayReady", "Widevine"], key_ids: ["00", "7e571d01"] };
    file.info.tracks = [{ index: 0, codec: "AV1", profile: "Professional Predictive", language: "undetermined", format: { chroma: "monochrome", bit_depth: 10 }, frame_rate: { ratio: "30000/1001" }, level: "2.0", codec_string: "av01.0.00M.08", encrypted: true, key_id: "7e571d01" }];
    file.tracks[0].codec_string = null;
    file.info.items = [{ id: 1, role: "primary picture", type: "hvc1", hidden: false, codec: "H.265", profile: "Main Still Picture", level: "1", codec_string: "hvc1.3.E.L30", picture: { width: 64, height: 48 }, format: { chroma: "4:2:0", bit_depth: 8 }, bytes: 523 },
      { id: 2, role: "auxiliary picture", type: "hvc1", hidden: true, codec: "H.265", targets: [1], auxiliary_type: "urn:mpeg:hevc:2015:auxid:1", bytes: 116 }];
    const page = await open(facts, "described.html", { width: 1024 }), text = await page.ask('document.getElementById("view-overview").textContent');
    for (const wanted of ["Encryptedcbcs: PlayReady, Widevine, 2 keys", "encrypted, key 7e571d01", "av01.0.00M.08", "Items1 primary picture, 1 auxiliary picture", "hvc1.3.E.L30", "64 × 48, 4:2:0, 8 bit", "auxiliary picture, hidden", "auxid:1, of item 1", "523 B"]) expect(text.includes(wanted), `the overview has ${wanted}`);
    expect(await page.ask("document.scrollingElement.scrollWidth <= innerWidth"), "the overview fits");
    // Words of the tables stay whole.
    const broken = `(() => { const found = []; for (const walk = document.createTreeWalker(document.getElementById("view-overview"), NodeFilter.SHOW_TEXT); walk.nextNode();) {
      if (!walk.currentNode.parentElement.closest("table")) continue;
      for (const word of walk.currentNode.textContent.matchAll(/\\w+/g)) { const range = document.createRange(); range.setStart(walk.currentNode, word.index); range.setEnd(walk.currentNode, word.index + word[0].length); if (range.getClientRects().length > 1) found.push(word[0]); } } return found; })()`;
    same(await page.ask(broken), [], "words that are broken");
    quiet(page, "what is described");
  },

  /** A file without times has no charts of times; a long name leaves the page its form. */
  async untimed() {
    const facts = film(300, "x".repeat(2000)), [file] = facts.files;
    for (const track of file.tracks) { track.timescale = 0; delete track.edits; }
    file.buffers = [];
    const page = await open(facts, "untimed.html", { width: 1024 }), figures = view => page.ask(`[...document.querySelectorAll("#view-${view} figure")].filter(figure => figure.checkVisibility()).length`);
    same(await page.ask("document.querySelector('h1').getClientRects()[0].height < 30 && document.querySelector('h1').offsetHeight < 30"), true, "the heading has one line");
    same(await figures("overview"), 0, "charts of the overview");
    await page.key("2");
    same(await figures("timeline"), 3, "charts of the timeline");
    await page.key("4");
    await page.frames();
    same(await figures("clock"), 0, "charts of the clock");
    same(await page.ask('[...document.querySelectorAll("#view-clock .card")].map(card => card.textContent.includes("no times"))'), [true, false, true], "what the cards say");
    await page.screenshot(join(folder, "untimed.png"));
    quiet(page, "a file without times");
  },

  /** The buffer: the limit of the level, and marks where the curve leaves it. */
  async buffer() {
    const facts = film(200), [file] = facts.files;
    const bits = Array.from({ length: 200 }, (_, k) => (k === 50 ? 100 : k === 120 ? 5.4e6 : 2.5e6));
    const buffer = file.chunks.find(chunk => chunk.buffer === 0);
    buffer.fullness = column(bits.map((value, k) => value - (k ? bits[k - 1] : 0)));
    Object.assign(file.buffers[0], { underflows: 1, overflows: 1, level_cpb_size: 6e6 });
    const page = await open(facts, "buffer.html");
    await page.key("3");
    same(await page.ask("mediaprobe.model.file.buffers[0].faults"), { under: [50], over: [120] }, "where the curve leaves the buffer");
    const svg = await page.ask('mediaprobe.charts.get("buffer-0").svg(1000)');
    expect(svg.includes("MaxCPB 6 Mbit") && svg.includes("CpbSize 5 Mbit"), "both limits");
    const range = await page.ask('mediaprobe.charts.get("buffer-0").options.range()');
    expect(range[1] > 6e6, "the limit of the level is in the chart");
    const links = '[...document.querySelectorAll("#view-buffer button.link")]';
    same(await page.ask(`${links}.map(link => link.textContent)`), ["picture 50", "picture 120"], "links to the places");
    await page.ask(`${links}[1].click()`);
    same(await page.ask("mediaprobe.model.selection.sample"), 120, "the picture of a link");
    await page.frames();
    await page.screenshot(join(folder, "buffer.png"));
    quiet(page, "the buffer");
    // A VCL buffer holds a part of each sample. Without the removed bits, what is left after a removal is not known.
    facts.files[0].buffers[0].standard = "VCL";
    const vcl = await open(facts, "buffer-vcl.html");
    await vcl.key("3");
    same(await vcl.ask("mediaprobe.model.file.buffers[0].faults"), { under: [], over: [120] }, "where the curve leaves a VCL buffer");
    same(await vcl.ask('(({ csv, options, legend }) => [options.csv().split("\\r\\n")[51].split(",").slice(1), options.tip(mediaprobe.model.file.video.times.decode[50]).length, options.legend()[0].label])(mediaprobe.charts.get("buffer-0"))'),
      [["100", ""], 2, "bits in the buffer before each removal"], "what is said of a VCL buffer");
    quiet(vcl, "a VCL buffer");
    buffer.removed = column(bits.map((_, k) => (k === 70 ? 2.6e6 : 90 + k)));
    const full = await open(facts, "buffer-vcl.html");
    await full.key("3");
    same(await full.ask("mediaprobe.model.file.buffers[0].faults"), { under: [70], over: [120] }, "where the curve leaves a VCL buffer whose removals are known");
    same(await full.ask('mediaprobe.charts.get("buffer-0").csv().split("\\r\\n")[51].split(",").slice(1)'), ["100", "-40"], "what is left in a VCL buffer");
    await full.screenshot(join(folder, "buffer-vcl.png"));
    quiet(full, "a VCL buffer with removals");
  },

  /** A buffer with a rate and a size that the user gives, at first those of the level. */
  async trial() {
    const facts = film(200), [file] = facts.files;
    file.buffers = [];
    file.chunks = file.chunks.filter(chunk => chunk.buffer === undefined);
    file.levels = [{ track: 1, name: "9", bit_rate: 1, cpb_size: 1 }, { track: 0, name: "3.1", bit_rate: 16.8e6, cpb_size: 16.8e6 }];
    const page = await open(facts, "trial.html", { width: 1024 });
    await page.key("3");
    const text = () => page.ask('document.getElementById("view-buffer").textContent');
    expect((await text()).includes("no HRD parameters") && (await text()).includes("Level 3.1 allows 16.8 Mbit/s and 16.8 Mbit"), "what the level allows");
    same(await page.ask('[...document.querySelectorAll("#view-buffer input")].map(input => [input.value, input.ariaLabel])'), [["16800", "Rate in kbit/s"], ["16800", "Size in kbit"], ["90", "Filled at the first picture in %"]], "the first rate and size");
    const [sizes, times] = await page.ask("(track => [[...track.size], [...track.times.decode]])(mediaprobe.model.file.video)");
    const curve = async () => (await page.ask('mediaprobe.charts.get("buffer-trial").csv()')).trimEnd().split("\r\n").slice(1).map(line => line.split(",").map(Number));
    for (const [rate, size, share] of [[16800, 16800, 90], [900, 600, 100], [100, 300, 50]]) {
      await page.ask(`(() => { const [rate, size, share] = document.querySelectorAll("#view-buffer input"); rate.value = ${rate}; size.value = ${size}; share.value = ${share}; rate.form.requestSubmit(); })()`);
      // From the end: what must be in the buffer is bounded by what is full, and by what was left before.
      const wanted = sizes.map((_, k) => { let least = Infinity, taken = 0; for (let i = k; i >= 0; i--) { least = Math.min(least, size * (i ? 1000 : share * 10) - taken + rate * 1000 * (times[k] - times[i])); if (i) taken += sizes[i - 1] * 8; } return least; });
      const found = await curve();
      same(found.length, 200, "removals");
      same(found.filter(([, before, after], k) => Math.abs(before - wanted[k]) > 1 || Math.abs(after - wanted[k] + sizes[k] * 8) > 1), [], `fullness at ${rate} kbit/s and ${size} kbit`);
      const late = wanted.filter((bits, k) => bits < sizes[k] * 8).length;
      expect((await text()).includes(late ? `${late} picture` : "Underflowsnone"), `${late} underflows at ${rate} kbit/s and ${size} kbit`);
    }
    await page.ask("document.querySelector('#view-buffer button.link').click()");
    expect(await page.ask("mediaprobe.model.selection.sample >= 0"), "a link to a place");
    await page.frames();
    await page.screenshot(join(folder, "trial.png"));
    quiet(page, "a buffer with a rate and a size");
  },

  async selection() {
    const page = await open(film(3000), "selection.html"), state = "(({ selection: s }) => [s.sample, s.node, s.field, s.offset])(mediaprobe.model)";
    // A view that is not shown reads nothing.
    await page.ask("(source => { const { bytes } = source; window.asked = 0; source.bytes = (...range) => { asked++; return bytes.apply(source, range); }; })(mediaprobe.model.file.source)");
    await page.key("2");
    await page.ask("mediaprobe.model.selectNode(2, 2); mediaprobe.model.emit('file')");
    await page.frames();
    same(await page.ask("[asked, mediaprobe.views.tree.bytes.rendered]"), [0, 0], "bytes for a view that is not shown");
    await page.key("6");
    expect(await page.ask("asked > 1 && mediaprobe.views.tree.bytes.rendered > 0"), "bytes for the view that is shown");
    await page.key("2");
    await page.ask("mediaprobe.model.setPlaces(100, 150)");
    await page.frames();
    same(await page.ask("mediaprobe.model.file.video.classes.map(found => found.key)"), ["idr", "cra", "p", "b", "n"], "the classes of pictures");
    const keys = await page.ask("(track => [...track.keys].map(i => [(track.flags[i] & 16) !== 0, mediaprobe.classKey(track, i)]))(mediaprobe.model.file.video)");
    same(keys.filter(([isOther, key]) => key !== (isOther ? "cra" : "idr")), [], "the colours of key pictures");
    // Chart to table, status, tree and bytes: the eleventh of fifty bars.
    const [x, y, width, height] = await page.ask(at("[data-chart=pictures]")), plot = [x + 66, width - 66 - 12];
    await page.click(plot[0] + plot[1] * 10.5 / 50, y + height - 40);
    same((await page.ask(state))[0], 110, "the picture that was clicked");
    expect((await page.ask('document.querySelector(".list-samples .selected").textContent')).startsWith("110"), "its row in the table is selected");
    expect((await page.ask('document.querySelector(".status").textContent')).includes("110 of track 0"), "the status line has it");
    await page.key("6");
    expect((await page.ask('document.querySelector(".list-tree .selected").textContent')).includes(" 110"), "its row in the tree is selected");
    expect(await page.ask('document.querySelector(".list-hex .hole.on") !== null'), "its bytes are marked, and are not in the report");
    // Tree to bytes and elements.
    await page.ask('document.querySelector("#view-tree .list-tree .scroller").scrollTo(0, 0)');
    await page.frames();
    const rowOf = title => `[...document.querySelectorAll(".list-tree .row")].find(row => row.textContent.includes("${title}"))`;
    await page.ask(`${rowOf("MovieHeaderBox")}.click()`);
    await page.frames();
    same((await page.ask(state)).slice(1), [2, -1, 40], "the box that was clicked");
    same(await page.ask('document.querySelectorAll(".byte.on").length'), 108, "its bytes are marked");
    const copied = `(async () => { let found = null; navigator.clipboard.writeText = async text => { found = text; };
      const button = [...document.querySelectorAll("#view-tree h3 button")].at(-1); button.click(); while (/hex/.test(button.textContent)) await new Promise(done => setTimeout(done, 10)); return [found, button.textContent]; })()`;
    same(await page.ask(copied), [await page.ask("mediaprobe.model.file.source.bytes(40, 108).then(bytes => [...bytes].map(byte => byte.toString(16).toUpperCase().padStart(2, '0')).join(' '))"), "Copied"], "its bytes are copied");
    await page.ask('[...document.querySelectorAll(".fields button")].find(row => row.textContent.startsWith("nibble")).click()');
    await page.frames();
    same(await page.ask('[document.querySelectorAll(".byte.on").length, document.querySelectorAll(".byte.part").length]'), [0, 1], "three bits of a byte are marked");
    same(await page.ask('document.querySelectorAll(".bits b").length'), 3, "the bits are shown");
    // Bytes to element: a byte of timescale (60…63), and of ftyp.
    const [bx, by, bw, bh] = await page.ask(at('.byte[data-offset="61"]'));
    await page.click(bx + bw / 2, by + bh / 2);
    same((await page.ask(state)).slice(1), [2, 2, 60], "the element of the byte that was clicked");
    const chosen = await page.ask('document.querySelector(".chosen").textContent');
    expect(chosen.includes("Units of time in a second.") && chosen.includes("8.2.2"), "the sentence and clause of the element");
    same(await page.ask('document.querySelectorAll(".byte.on").length'), 4, "the bytes of the element are marked");
    await page.ask('document.querySelector(\'.byte[data-offset="10"]\').click()');
    await page.frames();
    same((await page.ask(state)).slice(1, 3), [0, 0], "the element of another byte");
    // A finding leads to its picture; a row of the tree to the timeline.
    await page.key("1");
    await page.ask('[...document.querySelectorAll(".findings button")].find(button => button.textContent.startsWith("Show sample")).click()');
    await page.frames();
    same([await page.ask("mediaprobe.current"), (await page.ask(state))[0]], ["timeline", 1470], "the picture of a finding");
    await page.ask("mediaprobe.model.selectSample(mediaprobe.model.file.tracks[1], 7)");
    await page.ask('mediaprobe.follow("timeline")');
    same(await page.ask("mediaprobe.model.track.index"), 1, "the timeline follows to the track");
    // The map.
    await page.ask('mediaprobe.model.selectSample(mediaprobe.model.file.video, 5); mediaprobe.follow("map")');
    await page.frames();
    const [mx, my, mw] = await page.ask(at("[data-chart=map]"));
    await page.click(mx + 78 + (mw - 90) / 2, my + 8 + 20 + 26 * 3 + 10);
    expect((await page.ask(state))[0] > 1000, "a picture in the middle of the map");
    quiet(page, "the page");
  },

  async keys() {
    const page = await open(film(3000), "keys.html"), shown = "(({ from, to }) => [Math.round(from), Math.round(to)])(mediaprobe.model.window)";
    await page.key("2");
    same(await page.ask(shown), [0, 3000], "the whole file");
    await page.ask("mediaprobe.model.setPlaces(60, 80)");
    await page.key("g");
    same(await page.ask("mediaprobe.model.selection.sample"), 98, "the next key picture, with nothing selected");
    await page.ask("mediaprobe.model.selection = null; mediaprobe.model.setPlaces(0, 3000)");
    await page.key("ArrowRight");
    await page.key("ArrowRight");
    same(await page.ask("mediaprobe.model.selection.sample"), 1, "the second picture");
    await page.key("g");
    await page.key("g");
    same(await page.ask("mediaprobe.model.selection.sample"), 98, "the third key picture");
    await page.key("G", { shift: true });
    same(await page.ask("mediaprobe.model.selection.sample"), 49, "the key picture before");
    for (let i = 0; i < 4; i++) await page.key("+");
    const [from, to] = await page.ask(shown);
    expect(Math.abs(to - from - 3000 / 16) < 2 && from <= 49 && to > 49, `zoomed about the selection: ${from}–${to}`);
    await page.key("PageDown");
    expect((await page.ask(shown))[0] >= to - 1, "the next page");
    await page.key("d");
    same(await page.ask("mediaprobe.model.order"), "display", "display order");
    same(await page.ask('document.querySelector("[data-order=display]").getAttribute("aria-pressed")'), "true", "its button");
    await page.key("0");
    same(await page.ask(shown), [0, 3000], "the whole file again");
    const [x, y, width, height] = await page.ask(at("[data-chart=pictures]"));
    await page.wheel(x + width / 2, y + height / 2, -240);
    expect((await page.ask(shown))[1] - (await page.ask(shown))[0] < 2000, "the wheel zooms");
    const before = await page.ask("getComputedStyle(document.body).backgroundColor");
    await page.key("t");
    expect(before !== await page.ask("getComputedStyle(document.body).backgroundColor"), "the theme");
    await page.key("?");
    expect(await page.ask('document.querySelector("dialog").open'), "the help");
    await page.ask('document.querySelector("dialog").close(); document.getElementById("tab-timeline").focus()');
    await page.key("ArrowRight");
    same(await page.ask("[mediaprobe.current, document.activeElement.id]"), ["buffer", "tab-buffer"], "the tab beside");
    await page.key("6");
    // A key with nothing selected does nothing; the list of bytes goes on page by page.
    await page.ask('mediaprobe.model.selection = null; mediaprobe.model.openFile(0)');
    await page.ask('document.querySelector("[data-list=tree]").focus()');
    for (const key of ["ArrowRight", "Enter"]) await page.key(key);
    same(await page.ask("mediaprobe.views.tree.tree.options.selected()"), -1, "no row without a selection");
    await page.ask('document.querySelector("[data-list=hex]").focus()');
    await page.ask("mediaprobe.views.tree.bytes.scroller.style.height = '66px'; mediaprobe.views.tree.bytes.scrollTo(0)");
    const tops = [];
    for (const key of ["PageDown", "PageDown", "ArrowUp", "End", "PageUp", "Home"]) { await page.key(key); tops.push(await page.ask("Math.round(mediaprobe.views.tree.bytes.top)")); }
    const [rows, seen] = await page.ask("[mediaprobe.views.tree.bytes.count, mediaprobe.views.tree.bytes.visible]");
    same(tops, [seen, 2 * seen, 2 * seen - 1, rows - seen, rows - 2 * seen, 0], `pages of ${rows} rows of bytes, ${seen} at a time`);
    await page.ask('document.querySelector("[data-list=tree]").focus()');
    // Keys pass the group of a track without opening it.
    await page.key("End");
    const rowCount = () => page.ask("mediaprobe.views.tree.rows.count"), count = await rowCount();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowUp"]) await page.key(key);
    same(await rowCount(), count, "rows after keys that move");
    await page.key("ArrowRight");
    await page.key("ArrowDown");
    same(await page.ask("mediaprobe.model.selection.sample"), 0, "the first sample of a group that a key opened");
    await page.key("ArrowLeft");
    await page.key("ArrowLeft");
    same(await rowCount(), count, "the group is closed from its sample");
    await page.key("Home");
    await page.key("ArrowDown");
    same(await page.ask("mediaprobe.model.selection.node"), 1, "a row of the tree");
    await page.key("ArrowLeft");
    same(await page.ask('mediaprobe.views.tree.rows.open.has(1)'), false, "the row is closed");
    await page.key("End");
    same(await page.ask("mediaprobe.views.tree.rows.count > 3"), true, "rows remain");
    // Keys go through the bytes, element by element where these are longer than a step, and the map, page by page.
    await page.ask('mediaprobe.model.selectByte(0); document.querySelector("[data-list=hex]").focus()');
    const places = [];
    for (let i = 0; i < 12; i++) { await page.key("ArrowRight"); await page.frames(); places.push(await page.ask("mediaprobe.model.selection.offset")); }
    expect(places.every((place, i) => i === 0 || place > places[i - 1]), `places of a walk through the bytes: ${places}`);
    await page.key("5");
    await page.ask("document.activeElement.blur(); mediaprobe.model.setBytes(0, 1000)");
    await page.key("PageDown");
    same(await page.ask("mediaprobe.model.byteWindow"), [1000, 2000], "the next page of the map");
    await page.key("PageUp");
    same(await page.ask("mediaprobe.model.byteWindow"), [0, 1000], "the page before");
    // What is chosen with a key keeps the focus.
    await page.key("2");
    await page.ask('document.querySelector("[data-order=display]").focus(); document.activeElement.click()');
    same(await page.ask("[document.activeElement.dataset.order, document.activeElement.ariaPressed, mediaprobe.model.order]"), ["display", "true", "display"], "the focus on an order");
    await page.ask('(choice => { choice.focus(); choice.value = "1"; choice.dispatchEvent(new Event("change")); })(document.querySelector("#view-timeline select"))');
    same(await page.ask("[document.activeElement.ariaLabel, mediaprobe.model.track.index, document.activeElement.value]"), ["Track", 1, "1"], "the focus on the track");
    await page.ask("mediaprobe.model.setTrack(mediaprobe.model.file.tracks[0]); mediaprobe.model.setOrder('decode'); document.activeElement.blur()");
    await page.key("6");
    await page.ask('mediaprobe.model.selectNode(2); document.querySelector("[data-field=\'3\']").focus(); document.activeElement.click()');
    same(await page.ask("[document.activeElement.dataset.field, mediaprobe.model.selection.field]"), ["3", 3], "the focus on an element");
    // The line of the selection offers the other views.
    const offered = () => page.ask('[...document.querySelectorAll(".status button")].map(button => button.textContent)');
    await page.ask("mediaprobe.model.selectSample(mediaprobe.model.file.video, 3)");
    await page.key("5");
    same(await offered(), ["Timeline", "Bytes", "Copy"], "views that the map offers");
    await page.ask('document.querySelector(".status button").focus(); document.activeElement.click()');
    same([await page.ask("document.activeElement.id"), await offered()], ["view-timeline", ["Map", "Bytes", "Copy"]], "the focus in the view that was gone to");
    // Everything that can be pressed can be reached and has a name.
    same(await page.ask('[...document.querySelectorAll("button, select, input, canvas[data-chart], [data-list]")].filter(e => e.tabIndex < 0 && e.getAttribute("role") !== "tab" || !(e.getAttribute("aria-label") || e.textContent || e.title)).map(e => e.outerHTML.slice(0, 90))'),
      [], "controls without a name, or out of reach of the keyboard");
    quiet(page, "the page");
  },

  async million() {
    const page = await open(film(1000000), "million.html");
    same(await page.ask("mediaprobe.model.count"), 1000000, "pictures");
    for (const view of ["2", "3", "4", "5"]) {
      await page.key(view);
      const drawn = await page.ask("Object.fromEntries([...mediaprobe.charts].filter(([, chart]) => chart.stage.clientWidth).map(([name, chart]) => [name, chart.drawn]))");
      expect(Object.keys(drawn).length > 0, "charts are drawn");
      for (const [chart, count] of Object.entries(drawn)) expect(count > 0 && count < 12000, `${chart} draws ${count} items`);
    }
    await page.key("2");
    for (const [from, to] of [[0, 1000000], [1234, 900000], [500000, 520000], [500000, 502000], [500000, 500040]]) {
      await page.ask(`mediaprobe.model.setPlaces(${from}, ${to})`);
      await page.frames();
      const count = await page.ask('mediaprobe.charts.get("pictures").drawn');
      expect(count > 0 && count < 12000, `${from}–${to} draws ${count} items`);
    }
    await page.ask("mediaprobe.model.setPlaces(0, 1e6)");
    await page.frames();
    await page.screenshot(join(folder, "million-timeline.png"));
    await page.key("6");
    await page.ask("(() => { const { tree, rows } = mediaprobe.views.tree; rows.toggle(rows.nodes, true); tree.render(); })()");
    expect(await page.ask("mediaprobe.views.tree.rows.count > 1000000"), "a million rows");
    for (const sample of [0, 500000, 999999]) {
      await page.ask(`mediaprobe.model.selectSample(mediaprobe.model.file.video, ${sample}, "tree")`);
      await page.frames();
      expect((await page.ask('document.querySelector(".list-tree .selected")?.textContent ?? ""')).includes(sample.toLocaleString("en-US")), `row of sample ${sample}`);
      const seen = await page.ask('(() => { const row = document.querySelector(".list-tree .selected").getBoundingClientRect(), box = document.querySelector(".list-tree .scroller").getBoundingClientRect(); return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; })()');
      expect(seen, `row of sample ${sample} is on the screen`);
    }
    expect(await page.ask('document.querySelectorAll(".row").length < 200'), "few rows exist");
    quiet(page, "the page");
  },

  async hostile() {
    const points = text => [...text.slice(0, 600)].filter(c => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u.test(c));
    for (const [i, text] of hostileNames.entries()) {
      const page = await open(hostile(text), `hostile-${i}.html`, { width: 1024 }), what = JSON.stringify(text.slice(0, 40));
      await visit(page, i === 0 || text.length > 1000 ? `hostile-${i}` : null);
      await page.ask("mediaprobe.model.selectNode(2, 3)");
      await page.frames();
      same(await page.ask("window.hit ?? null"), null, `no script runs from ${what}`);
      same(await page.ask('document.querySelectorAll("script, style").length'), 1, `elements of ${what}`);
      same(await page.ask('document.querySelectorAll("main img, main svg, main iframe, a[href]").length'), 0, `markup of ${what}`);
      const shown = await page.ask("document.body.textContent");
      same(points(shown).filter(c => c !== "\n"), [], `characters that are not visible of ${what}`);
      for (const c of points(text)) expect(shown.includes("U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")), `U+ of a character of ${what}`);
      if (!points(text).length && text.length < 100 && !/\p{M}/u.test(text)) expect(shown.includes(text), `${what} is shown as it is`);
      expect(shown.length < 400000, `${what} takes ${shown.length} characters`);
      for (const chart of ["map", "pictures"]) {
        same(await page.ask(`(() => { const svg = new DOMParser().parseFromString(mediaprobe.charts.get("${chart}").svg(), "image/svg+xml"); return [svg.querySelectorAll("parsererror").length, svg.querySelectorAll("script, image, a").length]; })()`), [0, 0], `SVG with ${what}`);
      }
      const formulas = (await page.ask('mediaprobe.charts.get("map").csv()')).split(/\r\n/).filter(line => /,["]?[=+@]/.test(line));
      same(formulas, [], `formulas in CSV of ${what}`);
      quiet(page, what);
      await page.send("Page.close");
    }
  },

  async downloads() {
    const count = 3000, facts = film(count), page = await open(facts, "downloads.html");
    for (const key of ["1", "2", "3", "4", "5"]) await page.key(key);
    const rows = { pictures: count, qp: count, "buffer-0": count, map: facts.files[0].map.length, reordering: count + facts.files[0].totals[1].count };
    for (const chart of await page.ask("[...mediaprobe.charts.keys()]")) {
      const found = await page.ask(`(() => { const svg = new DOMParser().parseFromString(mediaprobe.charts.get("${chart}").svg(1000), "image/svg+xml"); return [svg.querySelector("parsererror")?.textContent ?? null, svg.documentElement.namespaceURI, svg.querySelectorAll("path").length > 0, /NaN|undefined|Infinity/.test(svg.documentElement.outerHTML)]; })()`);
      same(found, [null, "http://www.w3.org/2000/svg", true, false], `SVG of ${chart}`);
      const csv = await page.ask(`mediaprobe.charts.get("${chart}").csv()`);
      if (chart === "navigator") continue;
      const lines = csv.trimEnd().split("\r\n"), width = lines[0].split(",").length;
      expect(lines.length > 1 && lines.every(line => line.split(",").length === width), `CSV of ${chart} has equal rows`);
      if (rows[chart]) same(lines.length - 1, rows[chart], `rows in the CSV of ${chart}`);
    }
    await page.ask("mediaprobe.model.file.video.qp[5] = NaN");
    same(await page.ask('[5, 0].map(place => mediaprobe.charts.get("qp").options.tip(place)[0].replace(/\\d+/, "n"))'), ["QP –", "QP n"], "a picture without QP, and one with");
    const first = (await page.ask('mediaprobe.charts.get("pictures").csv()')).split("\r\n");
    same(first.slice(0, 2).map(line => line.split(",").slice(0, 4)), [["decode_index", "display_index", "type", "key"], ["0", "0", "IDR", "1"]], "first rows");
    // The same commands draw the screen and the SVG: as many bars.
    await page.key("2");
    await page.ask("mediaprobe.model.setPlaces(0, 50)");
    await page.frames();
    const drawn = await page.ask('mediaprobe.charts.get("pictures").drawn');
    const bars = await page.ask('(() => { const text = mediaprobe.charts.get("pictures").svg(); return [...text.matchAll(/<path d="([^"]*z)" fill="[^"]*"\\/>/g)].flatMap(m => m[1].match(/M/g)).length; })()');
    expect(bars >= 50 && bars < drawn, `${bars} bars in the SVG of ${drawn} items`);
    // Key pictures are in front of the bounds of their groups.
    expect(await page.ask(`(text => { const bound = text.lastIndexOf('stroke-opacity="0.8"'), bars = [...text.matchAll(/z" fill="[^"]*"\\/>/g)].at(-1).index; return bound > 0 && bound < bars; })(mediaprobe.charts.get("pictures").svg())`), "bars are in front of bounds");
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
    await page.ask('[...document.querySelectorAll("#view-timeline figure")][1].querySelectorAll("figcaption button").forEach(button => button.click())');
    const wanted = ["film.mp4-pictures.svg", "film.mp4-pictures.csv"], end = Date.now() + 60000;
    while (Date.now() < end && !wanted.every(file => readdirSync(folder).includes(file))) await new Promise(done => setTimeout(done, 100));
    for (const file of wanted) expect(readdirSync(folder).includes(file), `${file} was saved; there is ${readdirSync(folder)}`);
    quiet(page, "the page");
  },

  async contrast() {
    const measure = `(() => {
      const rgb = text => { const n = text.match(/[\\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
      const light = c => [0, 1, 2].map(i => c[i] / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
      const ground = node => { for (let e = node; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 0.99) return c; } return rgb(getComputedStyle(document.body).backgroundColor); };
      const low = [];
      let count = 0;
      for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
        const e = walk.currentNode.parentElement;
        if (!walk.currentNode.textContent.trim() || !e.checkVisibility() || e.closest("script, noscript, style")) continue;
        count++;
        const found = ratio(rgb(getComputedStyle(e).color), ground(e));
        if (found < 4.5) low.push(e.className + " " + e.textContent.slice(0, 30) + " " + found.toFixed(2));
      }
      const palette = mediaprobe.palette, bg = rgb(palette.bg);
      for (const name of ["text", "muted", "accent", "error", "warning", "note"]) if (ratio(rgb(palette[name]), bg) < 4.5) low.push("text in charts: " + name);
      for (const name of ["idr", "cra", "i", "p", "b", "n", "audio", "other", "hole", "c1", "c2", "c3", "c4", "c5", "c6"]) if (ratio(rgb(palette[name]), bg) < 3) low.push("colour of charts: " + name + " " + ratio(rgb(palette[name]), bg).toFixed(2));
      if (ratio(rgb(palette.text), rgb(palette.mark)) < 4.5) low.push("text on a mark");
      return [count, [...new Set(low)]];
    })()`;
    for (const dark of [false, true]) {
      const facts = film(3000);
      facts.files[0].check.findings.push({ rule: "a.b", severity: "error", title: "an error", message: "m", clause: "c", offset: 3 });
      facts.files[0].refusal = "truncated";
      const page = await open(facts, "contrast.html", { dark });
      for (const [i, view] of views.entries()) {
        await page.key(String(i + 1));
        if (view === "tree") { await page.ask("mediaprobe.model.selectNode(2, 3)"); await page.frames(); }
        const [count, low] = await page.ask(measure);
        expect(count > 10, `texts in ${view}`);
        same(low, [], `too little contrast in ${view}, ${dark ? "dark" : "light"}`);
        if (view === "timeline") { await page.ask("mediaprobe.model.selectSample(mediaprobe.model.track, 4)"); await page.frames(); same((await page.ask(measure))[1], [], "contrast with a selection"); }
      }
      expect((await page.ask("matchMedia('(prefers-color-scheme: dark)').matches")) === dark, "the theme is the system's");
      await page.send("Page.close");
    }
  },

  /** Screenshots of every view, light and dark, wide and at 1,024 pixels, and what is printed. */
  async screenshots() {
    for (const [dark, width] of [[false, 1024], [true, 1440]]) {
      const page = await open(film(3000), "screenshots.html", { dark, width, height: 800 }), prefix = `${dark ? "dark" : "light"}-${width}`;
      await visit(page, prefix);
      await page.key("2");
      await page.ask("mediaprobe.model.setPlaces(1440, 1540); mediaprobe.model.selectSample(mediaprobe.model.track, 1471)");
      const [x, y] = await page.ask(at("[data-chart=pictures]"));
      await page.move(x + 200, y + 120);
      await page.screenshot(join(folder, `${prefix}-zoomed.png`));
      for (const [key, view] of [["3", "buffer"], ["4", "clock"], ["5", "map"], ["6", "tree"]]) {
        await page.key(key);
        if (view === "tree") { await page.ask("mediaprobe.model.selectNode(2, 3)"); await page.frames(); }
        await page.screenshot(join(folder, `${prefix}-zoomed-${view}.png`));
      }
      if (!dark) {
        await page.pdf(join(folder, "printed.pdf"));
        expect(statSync(join(folder, "printed.pdf")).size > 20000, "a printed report");
        // A canvas that is cleared while it is printed takes what is below out of the page, by a mask.
        expect(!readFileSync(join(folder, "printed.pdf"), "latin1").includes("/SMask"), "nothing is masked in the printed report");
        expect(!(await page.ask('document.documentElement.classList.contains("printing")')), "the page is as before");
      }
      quiet(page, "the page");
    }
  },

  /** The picture of the README: the timeline of a real file, at the size at which the README shows it. */
  async picture() {
    const page = await browser.open(files[0], { dark: false, width: 1100, height: 640 });
    await page.key("2");
    await page.ask("mediaprobe.model.setPlaces(300, 460); mediaprobe.model.selectSample(mediaprobe.model.track, 371)");
    await page.frames();
    same(await page.ask("mediaprobe.model.file.tracks[0].count"), 1000, "pictures");
    await page.screenshot(join(folder, "report.png"));
    quiet(page, "the page");
  },

  /** What the models say of tracks: durations and rates are those of `packets --summary` and `info`, groups those of `gop`; what is not known is not said. */
  async figures() {
    const { PageModel } = await import(join(web, "model.js")), { ReportSource } = await import(join(web, "source.js"));
    const { keyFigures } = await import(join(web, "overview.js")), { describeSample } = await import(join(web, "samples.js"));
    const modelOf = (samples, { last, ratio, average = false, track = {} } = {}) => {
      const facts = film(98), [file] = facts.files;
      file.tracks = [{ ...file.tracks[0], edits: [], timescale: 1000, ...track }];
      file.info.tracks = ratio ? [{ index: 0, frame_rate: { ratio, average } }] : [];
      Object.assign(file, { chunks: chunks(0, samples), totals: [{ track: 0, count: samples.length, omitted: 0, last_duration: last }], buffers: [] });
      return new PageModel([new ReportSource(facts, 0)], facts).file;
    };
    const sample = (dts, size = 1000, flags = 2 | 1 << 2 | 33) => ({ dts, cts: 0, size, offset: 100, flags }), rateOf = file => Object.fromEntries(keyFigures(file))["Picture rate"];
    // One picture of five seconds, and one without a duration.
    let file = modelOf([sample(0)], { last: 5000, ratio: "1/5" });
    same([file.video.meanRate, file.video.presentedEnd, file.end, rateOf(file)], [1600, 5, 5, "0.2 /s (1/5)"], "one picture of five seconds");
    same([...file.video.bitRate().bins], [1600, 1600, 1600, 1600, 1600].map((bits, i) => (i ? 0 : 8000)), "bits of each second");
    file = modelOf([sample(0)], { last: 0 });
    same([file.video.hasInterval, Number.isNaN(file.video.meanRate), rateOf(file) ?? null], [false, true, null], "one picture without a duration");
    // The last picture stays for longer than the others.
    file = modelOf([0, 40, 80].map(dts => sample(dts)), { last: 920 });
    same([file.video.meanRate, file.video.end, file.end, file.video.interval, file.video.timeAt("decode", 3), file.video.placeAt("decode", 1)], [24000, 1, 1, 0.04, 1, 3], "a long last picture");
    // Pictures that are displayed later than they are decoded: the mean rate is that of the time of decoding.
    file = modelOf([0, 40, 80, 240].map((dts, i) => ({ ...sample(dts), cts: [80, 200, 0, 40][i] })), { last: 40 });
    same([file.video.duration, file.video.meanRate].map(value => Math.round(value * 1000) / 1000), [0.28, 114285.714], "the mean rate of reordered pictures");
    same(modelOf([sample(0), sample(40)], { last: 40, track: { kind: "audio" } }).tracks[0].groupOf(1), -1, "frames of sound are in no group");
    file = modelOf([sample(0), sample(4)], { last: 1, track: { timescale: 10000 } });
    expect(Math.abs(file.video.bitRate().bins[0] / (16000 / file.video.bitRate().length) - 1) < 1e-9, "bits a second in less than a millisecond");
    // Twelve milliseconds after the second second belong to it.
    file = modelOf(Array.from({ length: 51 }, (_, i) => sample(i * 40)), { last: 12 });
    same([...file.video.bitRate().bins].map(Math.round), [200000, Math.round(26 * 8000 / 1.012)], "the last bits of a second");
    // An hour without a picture: all charts have the times of the presentation.
    file = modelOf([0, 40, 80].map(dts => ({ ...sample(dts), cts: 80 })), { last: 40, track: { edits: [{ segment_duration: 3600000, media_time: -1, rate: 1 }, { segment_duration: 120, media_time: 80, rate: 1 }] } });
    same([file.start, file.end, file.video.times.decode[0], file.video.times.display[0], file.video.bitRate().first].map(time => Number(time.toFixed(6))), [3599.92, 3600.12, 3599.92, 3600, 3599.92], "the clock of charts");
    // Rates that vary are means.
    const uneven = [0, 40, 80, 120, 1120, 1160, 1200].map(dts => sample(dts));
    same([rateOf(modelOf(uneven, { last: 40, ratio: "125/9", average: true })), rateOf(modelOf(uneven, { last: 40 })), rateOf(modelOf([0, 40, 80].map(dts => sample(dts)), { last: 40 }))],
      ["13.889 /s (125/9) on average, it varies", "5 /s on average, it varies", "25 /s"], "rates of pictures");
    // Pictures before the first key picture are a group.
    file = modelOf(Array.from({ length: 97 }, (_, i) => sample(i * 40, 1000, [27, 57, 87].includes(i) ? 2 | 1 << 2 | 33 : 2 | 2 << 2)), { last: 40 });
    same(Object.fromEntries(keyFigures(file))["Groups of pictures"], "4: mean 24.3, longest 30 pictures, the first without a key picture", "groups of pictures");
    same([0, 26, 27, 96].map(i => [file.video.groupOf(i), Object.fromEntries(describeSample(file.video, i)).GOP]), [[0, "0, 27 pictures"], [0, "0, 27 pictures"], [1, "1, 30 pictures"], [3, "3, 10 pictures"]], "numbers of groups");
    // A recovery point begins a group, too; pictures before an IDR picture, if they are not RADL, make its group open.
    file = modelOf(Array.from({ length: 200 }, (_, i) => sample(i * 40, 1000, i ? 2 | 2 << 2 | (i % 50 ? 0 : 16) : 2 | 1 << 2 | 33)), { last: 40 });
    same([Object.fromEntries(keyFigures(file))["Groups of pictures"], [...file.video.keys], file.video.groupOf(120)], ["4: mean 50, longest 50 pictures", [0], 2], "groups that recovery points begin");
    file = modelOf([0, 64].flatMap(leading => [0, 1, 2].map(i => ({ ...sample((leading ? 120 : 0) + i * 40, 1000, i ? 3 << 2 | leading : 2 | 1 << 2 | 33), cts: i === 1 ? -80 : 40 }))), { last: 40 });
    same([0, 1, 2].filter(group => group < file.video.groupCount).map(group => file.video.isOpen(file.video.groupRange(group)[0])), [true, false], "groups of IDR pictures with pictures before them");
    // Of encrypted pictures nothing but the key is known.
    file = modelOf([sample(0, 1000, 1), sample(40, 1000, 0), sample(80, 1000, 2 << 2)], { last: 40 });
    same(file.video.classes.map(found => found.label), ["B or P, not reference", "key", "other"], "classes of pictures that are not known");
    same([0, 1, 2].map(i => [file.video.isReference(i), Object.fromEntries(describeSample(file.video, i)).Type]), [[null, "picture key"], [null, "picture"], [false, "P, not reference"]], "what is said of pictures that are not known");
  },

  /** The modules: small, without ways for a text to become markup, without a network; pyramids that are exact. */
  async modules() {
    const names = new Map();
    for (const [file, text] of modules()) {
      for (const word of ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", "WebSocket", "importScripts", "DOMParser", "setHTML", "srcdoc"]) expect(!text.includes(word), `${file} uses ${word}`);
      same((text.match(/https?:\/\/[^\s"]*/g) ?? []).filter(address => address !== "http://www.w3.org/2000/svg"), [], `addresses in ${file}`);
      for (const [, found] of text.matchAll(/^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm)) {
        expect(!names.has(found), `${found} is in ${file} and in ${names.get(found)}`);
        names.set(found, file);
      }
    }
    same(modules().map(([file]) => file).sort(), readdirSync(web).filter(file => file.endsWith(".js")).sort(), "modules that the page uses");
    // The command embeds these parts; a report has 300,000 bytes for them and for what does not grow with the file.
    const embedded = readFileSync(join(web, "../Sources/mediaprobe/Report/Interface.swift"), "utf8").replace(/^ {4}/gm, "");
    expect(embedded.length > 50000 && embedded.length < 145000, `the interface has ${embedded.length} bytes`);
    const load = file => import("data:text/javascript," + encodeURIComponent(readFileSync(join(web, file), "utf8")));
    const { MinMaxPyramid, ClassPyramid } = await load("pyramid.js"), { decodeColumn } = await load("source.js"), { visibleText, formatTime, formatMilliseconds, formatBytes, csvText } = await load("text.js");
    const values = Float64Array.from({ length: 5003 }, (_, i) => (i * 7919) % 1009), classes = values.map(value => value % 3);
    const pyramid = new MinMaxPyramid(values.length, i => values[i]), byClass = new ClassPyramid(values, classes, 3);
    for (const [from, to] of [[0, 5003], [1, 2], [7, 9], [8, 64], [63, 4097], [4999, 5003], [512, 1024], [100, 100]]) {
      const part = [...values.slice(from, to)];
      same(pyramid.range(from, to), part.length ? [Math.min(...part), Math.max(...part)] : null, `least and greatest in ${from}–${to}`);
      same([...byClass.range(from, to, new Float64Array(3))], [0, 1, 2].map(c => Math.max(0, ...part.filter((_, i) => classes[from + i] === c))), `greatest of classes in ${from}–${to}`);
    }
    const numbers = [0, -1, 1, 63, -64, 64, 2 ** 31, -(2 ** 40), 2 ** 52];
    same(decodeColumn((await import("./facts.mjs")).column(numbers)), numbers, "numbers of a column");
    same(decodeColumn("gICAgICAgICAgICA"), [0], "a column that ends in a number");
    same([visibleText("a\u202Eb\u0007"), formatTime(3725.5), formatTime(-0.04), formatMilliseconds(-1e-9), formatBytes(1023.9), formatBytes(1536)], ["a‹U+202E›b‹U+0007›", "1:02:05.5", "−0.04 s", "0 ms", "1 KiB", "1.5 KiB"], "texts");
    const { diffCSV } = await import(join(web, "diff.js"));
    same(diffCSV([{ part: "samples", section: "track 0", change: "changed", a: "3 bytes", b: null, sample_a: 7, seconds_a: 0.5, count: 2 }]).trimEnd().split("\r\n"),
      ["part,section,name,change,a,sample_a,seconds_a,b,sample_b,seconds_b,count", "samples,track 0,,changed,3 bytes,7,0.5,,,,2"], "samples of a difference");
    const { usualInterval } = await import(join(web, "model.js")), milliseconds = count => Array.from({ length: 3000 }, (_, k) => Math.round(count * k) / 1000);
    same([1001 / 30, 1024 / 44.1, 40].map(interval => Number(usualInterval(milliseconds(interval), 0.001).toFixed(5))), [0.03337, 0.02322, 0.04], "intervals of a clock of milliseconds");
    same(usualInterval([0, 1, 2, 4, 5, 6, 9], 1), 1, "an interval of one tick");
    same(csvText(["a"], [["=1"], ['x"y,z']]), "a\r\n'=1\r\n\"x\"\"y,z\"\r\n", "CSV");
  },
};

if (!cases[name]) { console.log(`usage: check.mjs ${Object.keys(cases).join("|")} [FOLDER [MEDIAPROBE FILE…]]`); process.exit(64); }
if (name !== "modules" && name !== "figures") browser = new Browser();
try {
  await cases[name]();
} catch (error) {
  failures++;
  console.log(error.stack);
} finally {
  browser?.close();
}
console.log(`${name}: ${checked} checks, ${failures} failures`);
process.exit(failures ? 1 : 0);
