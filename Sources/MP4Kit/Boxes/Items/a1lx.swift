import BitstreamKit

/// Byte size of each layer of a picture except the last.
///
/// AV1 Image File Format, 2.3.2.3 `AV1LayeredImageIndexingProperty`.
public struct AV1LayeredImageIndexingProperty: TypedBox {
  public static let structureName: StaticString = "AV1LayeredImageIndexingProperty"
  public static var boxType: FourCC { "a1lx" }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether sizes are 32 bits instead of 16.
  public var largeSize = false
  /// Sizes of the first three layers in bytes; 0 if there is no such layer.
  public var layerSize: [UInt32] = [0, 0, 0]

  /// Creates an instance with default values (one layer).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 7)
    try c.flag("large_size", &largeSize)
    let bits = largeSize ? 32 : 16
    try c.list("layer_size", &layerSize, count: 3, atLeast: bits, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("layer_size", &v, bits: bits, at: i)
    }
  }
}
