import BitstreamKit

/// A scaling list in coded form: deltas, possibly ended early, in which case the last value repeats.
///
/// ITU-T H.264 (08/2021) 7.3.2.1.1.1 `scaling_list( )`.
public struct ScalingList: Equatable, Sendable {
  /// 1 to 16 or 1 to 64 deltas modulo 256. The list is shorter than its size if the last delta makes nextScale 0; a first delta of
  /// −8 selects the default matrix.
  public var deltaScale: [Int8] = [0]

  /// Creates a list with one delta.
  public init() {}

  /// Codes a list of `size` entries, 16 or 64.
  public mutating func syntax(_ c: inout SyntaxCoder, size: Int) throws(SyntaxError) {
    var lastScale = 8
    try c.listThrough("delta_scale", &deltaScale, limit: size, 0) { (c, delta, j) throws(SyntaxError) -> Bool in
      try c.se("delta_scale", &delta, in: -128...127, at: j)
      lastScale = (lastScale + Int(delta) + 256) & 255
      return lastScale == 0 || j == size - 1
    }
  }

  /// useDefaultScalingMatrixFlag: whether the list selects the default matrix.
  public var usesDefault: Bool { deltaScale.first == -8 }

  /// Returns the matrix entries in coding order, 1 to 255 each; nil if the default matrix is selected.
  public func values(size: Int) -> [UInt8]? {
    if usesDefault { return nil }
    var entries: [UInt8] = []
    var last: UInt8 = 8
    for index in 0..<size {
      if index < deltaScale.count {
        let next = last &+ UInt8(bitPattern: deltaScale[index])
        if next != 0 { last = next }
      }
      entries.append(last)
    }
    return entries
  }
}

extension SyntaxCoder {
  /// Codes `count` scaling lists, each preceded by a flag; the first six have 16 entries, the others 64.
  mutating func scalingMatrix(_ flagName: StaticString, _ lists: inout [ScalingList?], count: Int) throws(SyntaxError) {
    try list(flagName, &lists, count: count, atLeast: 1, nil) { (c, held, i) throws(SyntaxError) in
      var isPresent = held != nil
      try c.flag(flagName, &isPresent, at: i)
      try c.when(isPresent, &held, ScalingList()) { (c, list) throws(SyntaxError) in
        try c.structure("scaling_list", &list) { (c, l) throws(SyntaxError) in try l.syntax(&c, size: i < 6 ? 16 : 64) }
      }
    }
  }
}
