// Facts documents for tests: of many pictures, and of hostile names.

/** A column: base64 of zigzag LEB128. */
export function column(values) {
  const bytes = [];
  for (const value of values) {
    let left = value < 0 ? -value * 2 - 1 : value * 2;
    while (left > 127) { bytes.push(left % 128 | 128); left = Math.floor(left / 128); }
    bytes.push(left);
  }
  return Buffer.from(bytes).toString("base64");
}

/** Chunks of a track's samples {dts, cts, size, offset, flags, qp}. */
export function chunks(track, samples, length = 4096) {
  const made = [];
  let before = { dts: 0, cts: 0, qp: 0, end: 0 };
  for (let at = 0; at < samples.length; at += length) {
    const columns = { dts: [], cts: [], size: [], offset: [], flags: [], qp: [] };
    for (const sample of samples.slice(at, at + length)) {
      columns.dts.push(sample.dts - before.dts);
      columns.cts.push(sample.cts - before.cts);
      columns.size.push(sample.size);
      columns.offset.push(sample.offset - before.end);
      columns.flags.push(sample.flags | (sample.qp === undefined ? 0 : 128));
      columns.qp.push((sample.qp ?? before.qp) - before.qp);
      before = { dts: sample.dts, cts: sample.cts, qp: sample.qp ?? before.qp, end: sample.offset + sample.size };
    }
    made.push({ track, count: columns.dts.length, ...Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, column(values)])) });
  }
  return made;
}

function random(seed) {
  let state = seed;
  return () => { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648; };
}

/** A film of `count` pictures (IbBbP…, a GOP of 49, every third open) with sound, a buffer, a gap and findings. */
export function film(count, name = "film.mp4") {
  const next = random(7), video = [], audio = [];
  const half = Math.floor(count / 98) * 49;
  let offset = 4096, gap = 0, fullness = 4e6;
  const times = [], levels = [];
  for (let i = 0; i < count; i++) {
    const inGroup = i % 49, group = Math.floor(i / 49), within = inGroup === 0 ? -1 : (inGroup - 1) % 4;
    const letter = "IPBbb"[within + 1];
    if (i === half) gap = 90000;
    // A mini group P B b b is displayed as b B b P; the first picture waits for two.
    const cts = 3600 * [2, 5, 2, 0, 1][within + 1];
    const scale = 0.6 + 0.4 * Math.sin(i / 900) + (group % 11 === 0 ? 0.5 : 0);
    const size = Math.floor({ I: 42000, P: 15000, B: 7000, b: 3000 }[letter] * scale * (0.6 + next() * 0.8)) + 60;
    const isOpen = inGroup === 0 && group % 3 === 2;
    const flags = (inGroup === 0 ? 1 : 0) | (letter === "b" ? 0 : 2) | ({ I: 1, P: 2, B: 3, b: 3 }[letter] << 2) | (isOpen ? 16 : 0) | (inGroup === 0 && !isOpen ? 32 : 0);
    video.push({ dts: i * 3600 + gap, cts, size, offset, flags, qp: { I: 22, P: 25, B: 27, b: 29 }[letter] + Math.floor(next() * 5) });
    times.push(i * 3600 + gap + 45000);
    levels.push(Math.round(fullness));
    fullness = Math.min(5e6, fullness - size * 8 + 3.0e6 * 0.04);
    offset += size;
    while (audio.length * 1024 / 48000 < i / 25) {
      const frame = 300 + Math.floor(next() * 120);
      audio.push({ dts: audio.length * 1024 + (audio.length > 2000 ? 12 : 0), cts: 0, size: frame, offset, flags: 3 });
      offset += frame;
    }
  }
  const size = offset + 512;
  const differences = values => values.map((value, i) => value - (i ? values[i - 1] : 0));
  const nodes = [
    [-1, 0, 32, "ftyp", "FileTypeBox", [["major_brand", "isom", 64, 32, 0, 0], ["minor_version", "512", 96, 32, -1, 0]]],
    [-1, 32, 4056, "moov", "MovieBox", []],
    [1, 40, 108, "mvhd", "MovieHeaderBox", [["version", "0", 384, 8, -1, 0], ["flags", "0", 392, 24, -1, 0], ["timescale", "1000", 480, 32, 1, 0], ["nibble", "7", 514, 3, 1, 1]]],
    [-1, 4088, offset - 4088, "mdat", "MediaDataBox", []],
  ];
  const bytes = Buffer.alloc(160, 0).map((_, i) => (i * 37) % 256);
  return {
    schema_version: 1, command: "report", tool: "mediaprobe test",
    files: [{
      name, size, format: "mp4", findings: [],
      info: { schema_version: 1, file: name, format: { container: "MP4", size, major_brand: "isom", fragmented: false, faststart: true, duration: { value: count * 40, timescale: 1000, milliseconds: count * 40 } }, tracks: [], metadata: { title: "A film", encoder: "test" } },
      tracks: [
        { index: 0, id: 1, kind: "video", codec: "h264", codec_string: "avc1.640028", timescale: 90000, width: 1920, height: 1080, edits: [{ segment_duration: count * 40, media_time: 7200, rate: 1 }], movie_timescale: 1000 },
        { index: 1, id: 2, kind: "audio", codec: "aac", codec_string: "mp4a.40.2", timescale: 48000, sample_rate: 48000, channels: 2, edits: [], movie_timescale: 1000 },
      ],
      chunks: [...chunks(0, video), ...chunks(1, audio), { buffer: 0, count, times: column(differences(times)), fullness: column(differences(levels)) }],
      totals: [{ track: 0, count, omitted: 0 }, { track: 1, count: audio.length, omitted: 0 }],
      check: { schema_version: 1, format: "MP4", verdict: "warning", errors: 0, warnings: 1, notes: 1, hidden: [{ rule: "h264.test", count: 4 }], findings: [
        { rule: "mp4.edit", severity: "note", title: "the edit list hides samples", message: "3600 ticks at the start", clause: "ISO/IEC 14496-12:2022 8.6.6", offset: 40, size: 108, path: "moov/mvhd" },
        { rule: "time.gap", severity: "warning", title: "a gap in the time stamps", message: "1 s without a picture", clause: "ISO/IEC 14496-12:2022 8.6.1", remedy: "Record again.", command: "mediaprobe check --fix FILE -o OUT", track: 0, sample: half, seconds: half / 25 },
      ] },
      buffers: [{ track: 0, standard: "NAL", sched_sel_idx: 0, bit_rate: 3000000, cpb_size: 5000000, is_cbr: false, underflows: 0, overflows: 0 }],
      tree: { nodes, pages: [["The best use of the file, as four characters.", "ISO/IEC 14496-12:2022, 4.3"], ["Units of time in a second.", "ISO/IEC 14496-12:2022, 8.2.2"]], omitted: 0 },
      bytes: [{ offset: 0, data: bytes.toString("base64") }],
      map: [[0, 32, 0], [32, 4056, 1], [4088, offset - 4088, 2], [offset, 512, 3], [4088, 8, 4]], map_kinds: ["ftyp", "moov", "mdat", "free", "unreferenced"],
    }],
  };
}

/** Names that try to become markup, script, formulas or other text than they are. */
export const hostileNames = [
  "<script>window.hit=1</script>", "</script><script>window.hit=2</script>", "<img src=x onerror=window.hit=3>", "\"><svg onload=window.hit=4>", "'-window.hit-'",
  "javascript:window.hit=5", "<!--", "-->", "]]>", "<style>*{display:none}</style>", "&lt;b&gt;", "\u001b[31mred", "\u0000nul", "\u202Etxt.exe", "\u2066isolate\u2069",
  "\u200Bzero\u200Bwidth", "\uFEFFbom", "\uD800lone", "a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309stack", "=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "line\nbreak\r\n", "tab\tstop",
  "\u2028separator\u2029", "${window.hit=6}", "{{7*7}}", "%3Cscript%3E", "\u{E0041}tag", "x".repeat(1048576),
];

/** A short film in which every text from the file is hostile. */
export function hostile(text) {
  const facts = film(60, text), [file] = facts.files;
  Object.assign(file.info, { file: text, metadata: { [text]: text, title: text } });
  file.info.format.major_brand = text;
  file.info.format.container = text;
  file.info.tracks = [{ index: 0, codec: text, profile: text, level: text, language: text, format: { chroma: text } }];
  for (const track of file.tracks) Object.assign(track, { codec: text, codec_string: text });
  for (const node of file.tree.nodes) { node[3] = text; node[4] = text; node[5] = node[5].map(field => [text, text, ...field.slice(2)]); }
  file.tree.pages = [[text, text], [text, text]];
  file.map_kinds = file.map_kinds.map(() => text);
  for (const finding of file.check.findings) Object.assign(finding, { title: text, message: text, clause: text, remedy: text, command: text, path: text, rule: text });
  Object.assign(file, { refusal: text, findings: [text] });
  facts.files.push(structuredClone(file));
  facts.diff = { schema_version: 1, files: [text, text], differences: [{ part: text, section: text, change: "changed", name: text, a: text, b: text }], equal: false, counts: { container: 1 }, hidden: [] };
  return facts;
}
