/// Why bytes are not a valid `raw_data_block( )`, and where.
public struct RawDataBlockFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The violated rule.
  public enum Reason: Equatable, Sendable {
    /// The block continues after the end of the bytes.
    case truncated
    /// ics_reserved_bit is set.
    case reservedBit
    /// max_sfb exceeds the number of scale factor bands.
    case maxSfb
    /// A tool that AAC LC does not have: prediction or gain control.
    case foreignTool
    /// pulse_data( ) in short windows, or beyond the last spectral line.
    case pulse
    /// A codebook that is reserved, or not allowed here.
    case codebook
    /// A section with no bands, or with more than remain.
    case section
    /// A scale factor outside of 0 to 255.
    case scalefactor
    /// ms_mask_present is 3.
    case stereoMask
    /// A TNS filter of higher order than AAC LC allows.
    case noiseShaping
    /// An escape of more than 13 bits.
    case escape
    /// An LFE element with short windows.
    case lowFrequency
    /// An element that the channel configuration does not have at this position.
    case element
    /// An element_instance_tag that is used twice in the block, or not in the program.
    case tag
    /// The block ends before all channels.
    case missingElement
    /// A coupling channel element, which is not supported.
    case coupling
    /// program_config_element( ) is malformed, or not the first element.
    case program
  }

  /// The violated rule.
  public var reason: Reason
  /// The offset in bits of the faulty element from the start of the block.
  public var bitOffset: Int

  /// Creates a fault at a bit offset.
  public init(_ reason: Reason, at bitOffset: Int) {
    self.reason = reason
    self.bitOffset = bitOffset
  }

  /// One line: the position and the reason.
  public var description: String { "raw_data_block at bit \(bitOffset): \(reason.text)" }
}

extension RawDataBlockFault.Reason {
  /// The reason as text.
  var text: StaticString {
    switch self {
    case .truncated: "it continues after the end of the bytes"
    case .reservedBit: "ics_reserved_bit is set"
    case .maxSfb: "max_sfb exceeds the number of bands"
    case .foreignTool: "a tool that AAC LC does not have"
    case .pulse: "pulse_data in short windows or after the last line"
    case .codebook: "a codebook that is reserved or not allowed here"
    case .section: "a section with no bands or more than remain"
    case .scalefactor: "a scale factor outside of 0...255"
    case .stereoMask: "ms_mask_present is 3"
    case .noiseShaping: "a filter of more coefficients than AAC LC has"
    case .escape: "an escape of more than 13 bits"
    case .lowFrequency: "a low frequency element in short windows"
    case .element: "an element that the channel configuration does not have here"
    case .tag: "an element_instance_tag that is used twice or unknown"
    case .missingElement: "channels are missing"
    case .coupling: "a coupling channel element is not supported"
    case .program: "a program_config_element that cannot be read or is not the first element"
    }
  }
}
