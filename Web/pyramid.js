// Aggregates over ranges of long arrays, in logarithmic time: what keeps a million pictures smooth.

const PYRAMID_STEP = 8;

/** Least and greatest of `count` values over any range. The values themselves are not kept: `valueAt` gives them. */
export class MinMaxPyramid {
  constructor(count, valueAt) {
    this.valueAt = valueAt;
    this.levels = [null];
    let [lowAt, highAt] = [valueAt, valueAt];
    for (let length = count; length > PYRAMID_STEP; length = Math.ceil(length / PYRAMID_STEP)) {
      const above = Math.ceil(length / PYRAMID_STEP), low = new Float64Array(above).fill(Infinity), high = new Float64Array(above).fill(-Infinity);
      for (let i = 0; i < length; i++) {
        const k = Math.floor(i / PYRAMID_STEP), least = lowAt(i), greatest = highAt(i);
        if (least < low[k]) low[k] = least;
        if (greatest > high[k]) high[k] = greatest;
      }
      this.levels.push([low, high]);
      [lowAt, highAt] = [i => low[i], i => high[i]];
    }
  }

  /** [least, greatest] of the values from..<to; null if there are none (NaN is no value). */
  range(from, to) {
    let low = Infinity, high = -Infinity;
    eachBlock(from, to, this.levels, (level, k) => {
      const least = level ? level[0][k] : this.valueAt(k), greatest = level ? level[1][k] : least;
      if (least < low) low = least;
      if (greatest > high) high = greatest;
    });
    return low <= high ? [low, high] : null;
  }
}

/** Greatest value of each of `classes` classes over any range. `classOf` gives the class of each value. */
export class ClassPyramid {
  constructor(values, classOf, classes) {
    this.values = values;
    this.classOf = classOf;
    this.classes = classes;
    this.levels = [values];
    let count = Math.ceil(values.length / PYRAMID_STEP);
    let made = new values.constructor(count * classes);
    for (let i = 0; i < values.length; i++) {
      const k = Math.floor(i / PYRAMID_STEP) * classes + classOf[i];
      if (values[i] > made[k]) made[k] = values[i];
    }
    this.levels.push(made);
    while (count > PYRAMID_STEP) {
      const below = made, length = count;
      count = Math.ceil(count / PYRAMID_STEP);
      made = new values.constructor(count * classes);
      for (let i = 0; i < length; i++) for (let c = 0; c < classes; c++) {
        const k = Math.floor(i / PYRAMID_STEP) * classes + c;
        if (below[i * classes + c] > made[k]) made[k] = below[i * classes + c];
      }
      this.levels.push(made);
    }
  }

  /** Writes the greatest value of each class in from..<to into `out`; 0 where a class has none. */
  range(from, to, out) {
    out.fill(0);
    eachBlock(from, to, this.levels, (level, k, depth) => {
      if (depth === 0) { out[this.classOf[k]] = Math.max(out[this.classOf[k]], level[k]); return; }
      for (let c = 0; c < this.classes; c++) if (level[k * this.classes + c] > out[c]) out[c] = level[k * this.classes + c];
    });
    return out;
  }
}

/** Calls `visit` with the fewest aligned blocks that make up from..<to. */
function eachBlock(from, to, levels, visit) {
  let at = from;
  while (at < to) {
    let depth = 0, size = 1;
    while (depth + 1 < levels.length && at % (size * PYRAMID_STEP) === 0 && at + size * PYRAMID_STEP <= to) { depth++; size *= PYRAMID_STEP; }
    visit(levels[depth], at / size, depth);
    at += size;
  }
}
