import BitstreamKit

/// How many bytes each layer of a picture has but the last.
///
/// AV1 Image File Format, 2.3.2.3 `AV1LayeredImageIndexingProperty`.
public struct AV1LayeredImageIndexingProperty: TypedBox {
  public static let structureName: StaticString = "AV1LayeredImageIndexingProperty"
  public static var boxType: FourCC { "a1lx" }

  /// 0.
  public var reserved: UInt8 = 0
  /// Whether sizes have 32 bits and not 16.
  public var largeSize = false
  /// Of the first three layers in bytes; 0 where there is no such layer.
  public var layerSize: [UInt32] = [0, 0, 0]

  /// One layer.
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
