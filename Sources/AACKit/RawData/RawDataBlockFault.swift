/// Why bytes are no `raw_data_block( )`, and where that shows.
public struct RawDataBlockFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is against the standard.
  public enum Reason: Equatable, Sendable {
    /// The block goes on behind the bytes.
    case truncated
    /// ics_reserved_bit is set.
    case reservedBit
    /// max_sfb is more than the scale factor bands that there are.
    case maxSfb
    /// A tool that AAC LC does not have: prediction, gain control.
    case foreignTool
    /// pulse_data( ) in short windows, or behind the last line.
    case pulse
    /// A codebook that is reserved, or that cannot be used here.
    case codebook
    /// A section of no bands, or of more than there are.
    case section
    /// A scale factor outside of 0 to 255.
    case scalefactor
    /// ms_mask_present is 3.
    case stereoMask
    /// A filter of more coefficients than AAC LC has.
    case noiseShaping
    /// An escape of more than 13 bits.
    case escape
    /// A low frequency element in short windows.
    case lowFrequency
    /// An element that the channel configuration has not at this place.
    case element
    /// An element_instance_tag that another element of the block has, or that the program does not know.
    case tag
    /// The block ends, and channels are missing.
    case missingElement
    /// A coupling channel, which this toolkit does not walk.
    case coupling
    /// program_config_element( ) cannot be read, or is not the first element.
    case program
  }

  /// What is wrong.
  public var reason: Reason
  /// The first bit of the element that shows it, counted from the block's first bit.
  public var bitOffset: Int

  /// A fault at a bit.
  public init(_ reason: Reason, at bitOffset: Int) {
    self.reason = reason
    self.bitOffset = bitOffset
  }

  /// One line: where and what.
  public var description: String { "raw_data_block at bit \(bitOffset): \(reason.text)" }
}

extension RawDataBlockFault.Reason {
  /// The reason as the end of a sentence.
  var text: StaticString {
    switch self {
    case .truncated: "it goes on behind the bytes"
    case .reservedBit: "ics_reserved_bit is set"
    case .maxSfb: "max_sfb is more than the bands there are"
    case .foreignTool: "a tool that AAC LC does not have"
    case .pulse: "pulse_data in short windows or behind the last line"
    case .codebook: "a codebook that is reserved or not allowed here"
    case .section: "a section of no bands or of more than there are"
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
