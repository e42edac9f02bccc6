import BitstreamKit

/// Sizes and durations of the subsegments of a segment.
///
/// ISO/IEC 14496-12:2022, 8.16.3 `SegmentIndexBox`.
public struct SegmentIndexBox: TypedBox {
  public static let structureName: StaticString = "SegmentIndexBox"
  public static var boxType: FourCC { "sidx" }

  /// One subsegment.
  public struct Reference: PackedRow {
    /// 1 if the reference is to another `sidx`, 0 if to media.
    public var referenceType: UInt8 = 0
    /// Size in bytes; the next subsegment starts after it.
    public var referencedSize: UInt32 = 0
    /// Duration in units of `timescale`.
    public var subsegmentDuration: UInt32 = 0
    /// Whether the subsegment starts with a stream access point.
    public var startsWithSAP = false
    /// Type of the first access point, 1 to 6; 0 if unknown.
    public var sapType: UInt8 = 0
    /// Time from the start of the subsegment to that access point, in units of `timescale`.
    public var sapDeltaTime: UInt32 = 0

    /// Creates an instance with no bytes.
    public init() {}

    /// 12 bytes.
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

  /// FullBox version: 1 for 64-bit times and offsets.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// ID of the stream; usually the track ID.
  public var referenceID: UInt32 = 1
  /// Time scale in units per second.
  public var timescale: UInt32 = 1
  /// Earliest presentation time of the first subsegment in units of `timescale`.
  public var earliestPresentationTime: UInt64 = 0
  /// Distance from the end of this box to the first subsegment, in bytes.
  public var firstOffset: UInt64 = 0
  /// Reserved: 0.
  public var reserved: UInt16 = 0
  /// Subsegments in order.
  public var references = PackedTable<Reference>()

  /// Creates a box with no subsegments.
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
