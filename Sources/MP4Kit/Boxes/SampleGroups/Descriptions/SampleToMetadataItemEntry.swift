import BitstreamKit

/// Metadata items that apply to samples.
///
/// ISO/IEC 14496-12:2022, `SampleToMetadataItemEntry`.
public struct SampleToMetadataItemEntry: Syntax {
  public static let structureName: StaticString = "SampleToMetadataItemEntry"

  /// Handler type of the `meta` box that contains the items.
  public var metaBoxHandlerType: FourCC = "pict"
  /// Item IDs.
  public var itemIDs: [UInt32] = []

  /// Creates an entry with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("meta_box_handler_type", &metaBoxHandlerType)
    let numItems = try c.count("num_items", itemIDs.count, bits: 32)
    try c.list("item_id", &itemIDs, count: numItems, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("item_id", &v, bits: 32, at: i)
    }
  }
}
