import BitstreamKit

/// The beginning of an MPEG-4 video object layer (ISO/IEC 14496-2, 6.2.3).
struct ProbeVideoObjectLayer {
  /// low_delay: whether no picture is given out later than the next is decoded. Without control parameters FFmpeg takes it for set in simple
  /// objects.
  private(set) var isLowDelay = false

  /// Reads the first layer; nil without one.
  init?(_ bytes: [UInt8]) {
    guard let start = ProbePictureCoding.header(0x20...0x2F, bytes) else { return nil }
    var reader = BitReader(bytes, start..<bytes.count)
    do { try read(&reader) } catch { return nil }
  }

  private mutating func read(_ reader: inout BitReader) throws(SyntaxError) {
    var (flag, type, number): (Bool, UInt8, UInt16) = (false, 0, 0)
    try reader.flag("random_accessible_vol", &flag)
    try reader.u("video_object_type_indication", &type, bits: 8)
    try reader.flag("is_object_layer_identifier", &flag)
    if flag { try reader.u("video_object_layer_verid and priority", &number, bits: 7) }
    try reader.u("aspect_ratio_info", &number, bits: 4)
    if number == 15 { try reader.u("par_width and par_height", &number, bits: 16) }
    try reader.flag("vol_control_parameters", &flag)
    if !flag {
      isLowDelay = type == 1 || type == 17
      return
    }
    try reader.u("chroma_format", &number, bits: 2)
    try reader.flag("low_delay", &isLowDelay)
  }
}
