// All structures of a file: a report has the first ones with their elements; the further ones come from the answer to `tree`.

/** The largest answer that is read, in bytes. */
export const LARGEST_TREE = 64 << 20;

const titleOf = name => (name === undefined || name === "Box" ? "" : name);

/** Adds the structures in `answer`, the JSON of `tree`, that `tree` of a report does not have: without elements. */
export function addStructures(tree, answer) {
  const { nodes } = tree, known = new Map();
  for (const [i, [, offset, , name]] of nodes.entries()) if (!known.has(`${offset} ${name}`)) known.set(`${offset} ${name}`, i);
  const add = (parent, offset, size, name, title) => {
    const key = `${offset} ${name}`;
    let at = known.get(key);
    if (at === undefined) { at = nodes.push([parent, offset, size, name, title, [], -1]) - 1; known.set(key, at); }
    return at;
  };
  for (const { index, offset, start_code_length: code, length, trailing_zero_bytes: zeros, name } of answer.units ?? []) add(-1, offset, code + length + zeros, `unit ${index}`, name);
  for (const { index, offset, type, DataSize } of answer.tags ?? []) if (DataSize !== undefined) add(-1, offset, 11 + DataSize, `tag ${index}`, type);
  for (const { index, offset, aac_frame_length: size } of answer.frames ?? []) if (size !== undefined) add(-1, offset, size, `frame ${index}`, "adts_frame");
  // Boxes of expanded compressed boxes have positions of their own: only those inside their parents are places of the file.
  const left = (answer.boxes ?? []).map(box => [box, -1, 0, Infinity]);
  for (let at = 0; at < left.length; at++) {
    const [{ type, name, offset, size, children }, parent, from, to] = left[at];
    if (!(offset >= from && offset + size <= to)) continue;
    const own = add(parent, offset, size, type, titleOf(name));
    for (const child of children ?? []) left.push([child, own, offset, offset + size]);
  }
  tree.omitted = 0;
}
