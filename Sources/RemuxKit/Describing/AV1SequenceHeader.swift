import BitstreamKit

/// Picture size and colour from the AV1 sequence header, for files whose boxes do not carry them.
///
/// AV1 Bitstream & Decoding Process Specification, 5.3 to 5.5.
public struct AV1SequenceHeader: Sendable {
  /// Size in bytes of the sequence header OBU, including its header.
  public private(set) var byteCount = 0
  /// The largest picture size, in pixels.
  public private(set) var size = PictureSize(width: 0, height: 0)
  /// The number of bits of a sample.
  public private(set) var bitDepth = 8
  /// Colour code points; nil if absent.
  public private(set) var colour: CodecDescription.Colour?
  /// `color_range`: whether samples use the full range of values.
  public private(set) var isFullRange = false

  /// Finds the first sequence header among the OBUs and parses it up to the colour configuration; nil if there is none or it cannot be
  /// parsed.
  public init?(obus bytes: [UInt8]) {
    var place = 0
    while place < bytes.count {
      let start = place
      let head = bytes[place]
      place += head & 4 != 0 ? 2 : 1
      var size = UInt64(max(0, bytes.count - place))
      if head & 2 != 0 {
        guard let coded = Self.leb128(bytes, &place) else { return nil }
        size = coded
      }
      guard head & 0x80 == 0, size <= UInt64(max(0, bytes.count - place)) else { return nil }
      let end = place + Int(size)
      if head >> 3 & 15 == 1 {
        byteCount = end - start
        var reader = BitReader(bytes, place..<end)
        do { try read(&reader) } catch { return nil }
        return
      }
      place = end
    }
    return nil
  }

  private static func leb128(_ bytes: [UInt8], _ place: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<8 where place < bytes.count {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  private mutating func read(_ reader: inout BitReader) throws(SyntaxError) {
    let profile = try Self.bits("seq_profile", 3, &reader)
    _ = try Self.flag("still_picture", &reader)
    let isReduced = try Self.flag("reduced_still_picture_header", &reader)
    if isReduced { _ = try Self.bits("seq_level_idx", 5, &reader) } else { try Self.operatingPoints(&reader) }
    let widthBits = Int(try Self.bits("frame_width_bits_minus_1", 4, &reader)) + 1
    let heightBits = Int(try Self.bits("frame_height_bits_minus_1", 4, &reader)) + 1
    let width = Int(try Self.bits("max_frame_width_minus_1", widthBits, &reader)) + 1
    size = PictureSize(width: width, height: Int(try Self.bits("max_frame_height_minus_1", heightBits, &reader)) + 1)
    if !isReduced, try Self.flag("frame_id_numbers_present_flag", &reader) { _ = try Self.bits("frame_id_lengths", 7, &reader) }
    // use_128x128_superblock, enable_filter_intra, enable_intra_edge_filter
    _ = try Self.bits("tools", 3, &reader)
    if !isReduced { try Self.tools(&reader) }
    // enable_superres, enable_cdef, enable_restoration
    _ = try Self.bits("tools", 3, &reader)
    try readColour(profile, &reader)
  }

  private static func operatingPoints(_ reader: inout BitReader) throws(SyntaxError) {
    var delayBits: Int?
    if try flag("timing_info_present_flag", &reader) {
      _ = try bits("num_units_in_display_tick", 32, &reader)
      _ = try bits("time_scale", 32, &reader)
      if try flag("equal_picture_interval", &reader) {
        var zeros = 0
        while try !flag("num_ticks_per_picture_minus_1", &reader) { zeros += 1 }
        if zeros > 0, zeros < 32 { _ = try bits("num_ticks_per_picture_minus_1", zeros, &reader) }
      }
      if try flag("decoder_model_info_present_flag", &reader) {
        delayBits = Int(try bits("buffer_delay_length_minus_1", 5, &reader)) + 1
        _ = try bits("num_units_in_decoding_tick", 32, &reader)
        _ = try bits("lengths", 10, &reader)
      }
    }
    let hasDelay = try flag("initial_display_delay_present_flag", &reader)
    for _ in 0...(try bits("operating_points_cnt_minus_1", 5, &reader)) {
      _ = try bits("operating_point_idc", 12, &reader)
      if try bits("seq_level_idx", 5, &reader) > 7 { _ = try flag("seq_tier", &reader) }
      if let delayBits, try flag("decoder_model_present_for_this_op", &reader) {
        _ = try bits("decoder_buffer_delay", delayBits, &reader)
        _ = try bits("encoder_buffer_delay", delayBits, &reader)
        _ = try flag("low_delay_mode_flag", &reader)
      }
      if hasDelay, try flag("initial_display_delay_present_for_this_op", &reader) {
        _ = try bits("initial_display_delay_minus_1", 4, &reader)
      }
    }
  }

  private static func tools(_ reader: inout BitReader) throws(SyntaxError) {
    // enable_interintra_compound, enable_masked_compound, enable_warped_motion, enable_dual_filter
    _ = try bits("tools", 4, &reader)
    let hasOrder = try flag("enable_order_hint", &reader)
    if hasOrder { _ = try bits("tools", 2, &reader) }
    var screenContent: UInt32 = 2
    if try !flag("seq_choose_screen_content_tools", &reader) {
      screenContent = try bits("seq_force_screen_content_tools", 1, &reader)
    }
    if screenContent > 0, try !flag("seq_choose_integer_mv", &reader) { _ = try flag("seq_force_integer_mv", &reader) }
    if hasOrder { _ = try bits("order_hint_bits_minus_1", 3, &reader) }
  }

  private mutating func readColour(_ profile: UInt32, _ reader: inout BitReader) throws(SyntaxError) {
    if try Self.flag("high_bitdepth", &reader) {
      bitDepth = 10
      if profile == 2, try Self.flag("twelve_bit", &reader) { bitDepth = 12 }
    }
    let isMonochrome = profile == 1 ? false : try Self.flag("mono_chrome", &reader)
    if try Self.flag("color_description_present_flag", &reader) {
      let primaries = UInt8(truncatingIfNeeded: try Self.bits("color_primaries", 8, &reader))
      let transfer = UInt8(truncatingIfNeeded: try Self.bits("transfer_characteristics", 8, &reader))
      colour = CodecDescription.Colour(
        primaries: primaries, transfer: transfer, matrix: UInt8(truncatingIfNeeded: try Self.bits("matrix_coefficients", 8, &reader)))
    }
    if !isMonochrome, let colour, colour.primaries == 1, colour.transfer == 13, colour.matrix == 0 {
      isFullRange = true
    } else {
      isFullRange = try Self.flag("color_range", &reader)
    }
  }

  private static func bits(_ name: StaticString, _ count: Int, _ reader: inout BitReader) throws(SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    try reader.u(name, &value, bits: count)
    return value
  }

  private static func flag(_ name: StaticString, _ reader: inout BitReader) throws(SyntaxError) -> Bool {
    var value = false
    try reader.flag(name, &value)
    return value
  }
}
