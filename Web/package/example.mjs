// node example.mjs FILE: what a file is, its pictures by type, and what is wrong with it.
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { check, frames, info } from "./index.js";

const path = process.argv[2];
const blob = await openAsBlob(path), name = basename(path);

const about = await info(blob, { name });
console.log(`${name}: ${about.format?.container ?? "unknown format"}, ${blob.size} bytes`);

// A file without H.264 and H.265 has no pictures to list.
const pictures = await frames(blob, { name }).then(({ frames }) => frames, () => []);
const types = new Map();
for (const picture of pictures) types.set(picture.type, (types.get(picture.type) ?? 0) + 1);
console.log(`${pictures.length} pictures:`, [...types].map(([type, count]) => `${count} ${type}`).join(", "));

const { verdict, findings } = await check(blob, { name });
console.log(`check: ${verdict}`);
for (const finding of findings) console.log(`  ${finding.severity} ${finding.rule}: ${finding.message}`);
