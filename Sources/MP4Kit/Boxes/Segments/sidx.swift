import BitstreamKit

/// Where the parts of a segment lie, and how long they are.
///
/// ISO/IEC 14496-12:2022, 8.16.3 `SegmentIndexBox`.
public struct SegmentIndexBox: TypedBox {
  public static let structureName: StaticString = "SegmentIndexBox"
  public static var boxType: FourCC { "sidx" }

  /// A part.
  public struct Reference: PackedRow {
    /// 1 where the part starts with another `sidx`, 0 for media.
    public var referenceType: UInt8 = 0
    /// In bytes; the next part starts there.
    public var referencedSize: UInt32 = 0
    /// In units of the time scale.
    public var subsegmentDuration: UInt32 = 0
    /// Whether it starts with a stream access point.
    public var startsWithSAP = false
    /// Of the first access point, 1 to 6; 0 where nothing is known.
    public var sapType: UInt8 = 0
    /// From the start of the part to that access point, in units of the time scale.
    public var sapDeltaTime: UInt32 = 0

    /// No bytes.
    public init() {}

    /// 12.
    public static func byteCount(layout: UInt32) -> Int { 12 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("reference_type", &referenceType, bits: 1, at: index)
      try c.u("referenced_size", &referencedSize, bits: 31, at: index)
      try c.u("subsegment_duration", &subsegmentDuration, bits: 32, at: index)
      try c.flag("starts_with_SAP", &startsWithSAP, at: index)
      try c.u("SAP_type", &sapType, bits: 3, at: index)
      try c.u("SAP_delta_time", &sapDeltaTime, bits: 28, at: index)
    }

    public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      let (first, last) = (bytes.bigEndian64(at: offset), bytes.bigEndian64(at: offset &+ 4))
      referenceType = UInt8(truncatingIfNeeded: first &>> 63)
      referencedSize = UInt32(truncatingIfNeeded: first &>> 32) & 0x7FFF_FFFF
      subsegmentDuration = UInt32(truncatingIfNeeded: first)
      startsWithSAP = last &>> 31 & 1 == 1
      sapType = UInt8(truncatingIfNeeded: last &>> 28 & 7)
      sapDeltaTime = UInt32(truncatingIfNeeded: last) & 0x0FFF_FFFF
    }
  }

  /// 1 for times and offsets of 64 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The stream: a track's ID as a rule.
  public var referenceID: UInt32 = 1
  /// Units in a second.
  public var timescale: UInt32 = 1
  /// Of any sample of the first part, in units of the time scale.
  public var earliestPresentationTime: UInt64 = 0
  /// From the end of this box to the first part, in bytes.
  public var firstOffset: UInt64 = 0
  /// 0.
  public var reserved: UInt16 = 0
  /// The parts in their order.
  public var references = PackedTable<Reference>()

  /// No parts.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("reference_ID", &referenceID, bits: 32)
    try c.u("timescale", &timescale, bits: 32)
    try c.sizedByVersion("earliest_presentation_time", &earliestPresentationTime, version)
    try c.sizedByVersion("first_offset", &firstOffset, version)
    try c.u("reserved", &reserved, bits: 16)
    let count = try c.count("reference_count", references.codedCount, bits: 16)
    try c.table("references", &references, count: count)
  }
}
