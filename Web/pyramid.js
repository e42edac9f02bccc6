// Aggregates over ranges of long arrays, in logarithmic time: what keeps a million pictures smooth.

const PYRAMID_STEP = 8;

/** Least and greatest values over any range. */
export class MinMaxPyramid {
  constructor(values) {
    this.levels = [[values, values]];
    let [low, high] = this.levels[0];
    while (low.length > PYRAMID_STEP) {
      const count = Math.ceil(low.length / PYRAMID_STEP);
      const nextLow = new Float64Array(count).fill(Infinity), nextHigh = new Float64Array(count).fill(-Infinity);
      for (let i = 0; i < low.length; i++) {
        const k = Math.floor(i / PYRAMID_STEP);
        if (low[i] < nextLow[k]) nextLow[k] = low[i];
        if (high[i] > nextHigh[k]) nextHigh[k] = high[i];
      }
      this.levels.push([nextLow, nextHigh]);
      [low, high] = [nextLow, nextHigh];
    }
  }

  /** [least, greatest] of the values from..<to; null if there are none (NaN is no value). */
  range(from, to) {
    let low = Infinity, high = -Infinity;
    eachBlock(from, to, this.levels, (level, k) => {
      if (level[0][k] < low) low = level[0][k];
      if (level[1][k] > high) high = level[1][k];
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
    let made = new Float64Array(count * classes);
    for (let i = 0; i < values.length; i++) {
      const k = Math.floor(i / PYRAMID_STEP) * classes + classOf[i];
      if (values[i] > made[k]) made[k] = values[i];
    }
    this.levels.push(made);
    while (count > PYRAMID_STEP) {
      const below = made, length = count;
      count = Math.ceil(count / PYRAMID_STEP);
      made = new Float64Array(count * classes);
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
