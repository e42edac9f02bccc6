// Where facts and bytes come from. Another source with the same methods can read a file itself.

/** The bytes of a base64 string. */
export function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

const DIGITS = new Uint8Array(128).fill(64);
for (let i = 0; i < 64; i++) DIGITS["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(i)] = i;

/** The integers of a column: base64 of zigzag LEB128, decoded without a copy of its bytes. Numbers are exact up to 2^53. */
export function decodeColumn(text, count = Infinity) {
  const values = [];
  let [held, bits, value, scale, isOpen] = [0, 0, 0, 1, false];
  const end = () => { values.push(value % 2 ? -(value + 1) / 2 : value / 2); [value, scale, isOpen] = [0, 1, false]; };
  for (let i = 0; i < (text?.length ?? 0) && values.length < count; i++) {
    const digit = DIGITS[text.charCodeAt(i)];
    if (!(digit < 64)) break;
    held = held << 6 | digit;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = held >> bits;
    held &= (1 << bits) - 1;
    value += (byte & 127) * scale;
    scale *= 128;
    isOpen = byte > 127;
    if (!isOpen) end();
  }
  if (isOpen && values.length < count) end();
  return values;
}

/** Children of nodes in the order of their offsets, to find the innermost node at a byte. */
export class NodeIndex {
  constructor(nodes) {
    this.nodes = nodes;
    const count = nodes.length;
    this.start = new Uint32Array(count + 2);
    for (const node of nodes) this.start[this.parentSlot(node) + 1]++;
    for (let i = 0; i <= count; i++) this.start[i + 1] += this.start[i];
    this.list = new Uint32Array(count);
    const next = this.start.slice();
    for (let i = 0; i < count; i++) this.list[next[this.parentSlot(nodes[i])]++] = i;
    for (let i = 0; i <= count; i++) {
      const part = this.list.subarray(this.start[i], this.start[i + 1]);
      for (let k = 1; k < part.length; k++) if (nodes[part[k]][1] < nodes[part[k - 1]][1]) { part.sort((a, b) => nodes[a][1] - nodes[b][1] || a - b); break; }
    }
  }

  parentSlot(node) {
    return node[0] >= 0 && node[0] < this.nodes.length ? node[0] + 1 : 0;
  }

  /** Children of a node; -1: the outermost nodes. */
  children(node) {
    return this.list.subarray(this.start[node + 1], this.start[node + 2]);
  }

  /** The innermost node with the byte at `offset`, -1 if there is none. */
  at(offset) {
    let found = -1;
    for (let depth = 0; depth < 64; depth++) {
      const among = this.children(found);
      let low = 0, high = among.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.nodes[among[middle]][1] <= offset) low = middle + 1; else high = middle;
      }
      // Neighbours can be empty or overlap: a few before are tried too.
      let inner = -1;
      for (let k = low - 1; k >= 0 && k > low - 8; k--) {
        const node = this.nodes[among[k]];
        if (offset < node[1] + node[2]) { inner = among[k]; break; }
      }
      if (inner < 0) return found;
      found = inner;
    }
    return found;
  }

  /** Nodes from the outermost to `node`. */
  path(node) {
    const path = [];
    while (node >= 0 && path.length < 64) { path.unshift(node); node = this.nodes[node][0]; }
    return path;
  }
}

/** A file of a report: facts, and those bytes that the report holds. */
export class ReportSource {
  constructor(facts, file = 0) {
    this.facts = facts;
    this.file = facts.files[file];
    this.nodes = this.file.tree?.nodes ?? [];
    this.index = new NodeIndex(this.nodes);
    this.parts = (this.file.bytes ?? []).map(part => ({ offset: part.offset, bytes: decodeBase64(part.data) })).sort((a, b) => a.offset - b.offset);
  }

  /** Ranges [start, end) of bytes that can be asked for, sorted, without overlaps. */
  ranges() {
    const ranges = [];
    for (const part of this.parts) {
      const last = ranges.at(-1), end = part.offset + part.bytes.length;
      if (last && part.offset <= last[1]) last[1] = Math.max(last[1], end); else ranges.push([part.offset, end]);
    }
    return ranges;
  }

  /** `length` bytes at `offset`; null if the report does not hold all of them. */
  async bytes(offset, length) {
    const result = new Uint8Array(length);
    let at = offset;
    for (const part of this.parts) {
      const end = part.offset + part.bytes.length;
      if (part.offset > at) break;
      if (end <= at) continue;
      const taken = Math.min(end, offset + length);
      result.set(part.bytes.subarray(at - part.offset, taken - part.offset), at - offset);
      at = taken;
      if (at === offset + length) return result;
    }
    return null;
  }

  node(i) {
    const [parent, offset, size, name, title, fields, own] = this.nodes[i], pages = this.file.tree.pages ?? [];
    return { parent, offset, size, name, title, sentence: pages[own]?.[0] ?? "", clause: pages[own]?.[1] ?? "", fields: (fields ?? []).map(([element, value, bit, bits, page, depth]) =>
      ({ name: element, value, bit, bits, sentence: pages[page]?.[0] ?? "", clause: pages[page]?.[1] ?? "", depth: depth ?? 0 })) };
  }

  /** What owns the byte at `offset`: nodes from the outermost, and the index of the field with that byte (`bit`: that bit), or -1. */
  async explain(offset, bit = null) {
    const path = this.index.path(this.index.at(offset));
    if (!path.length) return { path, field: -1 };
    return { path, field: this.fieldAt(path.at(-1), offset * 8 + (bit ?? 0), bit === null ? 8 : 1) };
  }

  /** The smallest field of a node with one of `count` bits from `first`. */
  fieldAt(node, first, count) {
    let found = -1, best = Infinity;
    (this.nodes[node][5] ?? []).forEach((field, i) => {
      if (field[2] < first + count && field[2] + field[3] > first && field[3] < best) { found = i; best = field[3]; }
    });
    return found;
  }
}
