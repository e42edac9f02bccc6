import BitstreamKit

/// The header at the start of a video tag body: one or five bytes, or the enhanced header. It is followed by the codec's data, or by the
/// first of several tracks.
///
/// Adobe FLV 10.1, E.4.3.1 `VideoTagHeader`; Enhanced RTMP v2, "Enhanced Video".
public struct VideoTagHeader: FastSyntax {
  public static let structureName: StaticString = "VideoTagHeader"

  /// 0 to 7 (`VideoFrameType`).
  public var frameType: UInt8 = 0
  /// The codec, 0 to 15 (`VideoCodecID`); nil in the enhanced header.
  public var codecID: UInt8? = 0
  /// The command of a command frame; nil in other frames and in the enhanced header, which has its own.
  public var videoCommand: UInt8?
  /// AVC, and HEVC as CodecID 12: 0 for a configuration record, 1 for NAL units, 2 for the end of the sequence; nil for other codecs.
  public var avcPacketType: UInt8?
  /// AVC, and HEVC as CodecID 12: the composition time offset in milliseconds; nil for other codecs.
  public var compositionTime: Int32?
  /// The enhanced header.
  public var exVideoTagHeader: ExVideoTagHeader?

  /// A frame without type and codec.
  @inlinable public init() {}

  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    var isEx = exVideoTagHeader != nil
    try c.flag("IsExHeader", &isEx)
    try c.u("FrameType", &frameType, bits: 3)
    try c.u("CodecID", &codecID, bits: 4, when: !isEx)
    // Adobe's table puts the AVC fields before the command; Enhanced RTMP has the command as the second and last byte, which is what
    // servers send.
    let isCommand = frameType == VideoFrameType.command.rawValue
    try c.u("videoCommand", &videoCommand, bits: 8, when: !isEx && isCommand)
    let hasPacketType = !isCommand && (codecID == VideoCodecID.avc.rawValue || codecID == VideoCodecID.hevc.rawValue)
    try c.u("AVCPacketType", &avcPacketType, bits: 8, when: hasPacketType)
    try c.when(hasPacketType, &compositionTime, 0) { (c, time) throws(SyntaxError) in try c.i("CompositionTime", &time, bits: 24) }
    let frameType = frameType
    try c.when(isEx, &exVideoTagHeader, ExVideoTagHeader()) { (c, ex) throws(SyntaxError) in
      try c.structure("ExVideoTagHeader", &ex) { (c, ex) throws(SyntaxError) in try ex.syntax(&c, frameType: frameType) }
    }
  }
}
