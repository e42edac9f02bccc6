import BitstreamKit

/// Samples that each sample depends on, for all samples in order.
///
/// ISO/IEC 14496-15:2022, `SampleDependencyBox`. In `stbl`.
public struct SampleDependencyBox: TypedBox {
  public static let structureName: StaticString = "SampleDependencyBox"
  public static var boxType: FourCC { "sdep" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// For each sample, the relative sample numbers of the samples it depends on; positive numbers are later samples, negative numbers
  /// earlier ones.
  public var relativeSampleNumbers: [[Int16]] = []

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&relativeSampleNumbers, []) { (c, v, i) throws(SyntaxError) in
      let count = try c.count("dependency_count", v.count, bits: 16)
      try c.list("relative_sample_number", &v, count: count, atLeast: 16, 0) { (c, v, j) throws(SyntaxError) in
        try c.i("relative_sample_number", &v, bits: 16, at: i, j)
      }
    }
  }
}
