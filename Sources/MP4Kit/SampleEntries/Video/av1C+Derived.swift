extension AV1CodecConfigurationBox {
  /// Profile name: `Main`, `High`, `Professional` (AV1 Bitstream & Decoding Process, A.2); nil for a reserved value.
  public var profileName: StaticString? {
    switch seqProfile {
    case 0: "Main"
    case 1: "High"
    case 2: "Professional"
    default: nil
    }
  }

  /// Level name such as `4.0`; nil if unlimited (`seq_level_idx` 31).
  public var levelName: String? { levelTimes10.map { "\($0 / 10).\($0 % 10)" } }

  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc: UInt8 { monochrome ? 0 : !chromaSubsamplingX ? 3 : !chromaSubsamplingY ? 2 : 1 }

  /// Codec string such as `av01.0.04M.10` (AV1 Codec ISO Media File Format Binding, 5). The optional part is included if sampling or
  /// colour differ from the defaults: 4:2:0 and limited-range BT.709.
  /// - Parameter colour: code points of ITU-T H.273 and whether the range is full; nil if unknown.
  public func codecString(colour: (primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool)? = nil) -> String {
    func two(_ value: some BinaryInteger) -> String { (value < 10 ? "0" : "") + "\(value)" }
    let text = "av01.\(seqProfile).\(two(seqLevelIdx0))\(seqTier0 ? "H" : "M").\(two(bitDepth))"
    let isPlain = !monochrome && chromaSubsamplingX && chromaSubsamplingY && chromaSamplePosition == 0
    let (primaries, transfer, matrix, isFull) = colour ?? (1, 1, 1, false)
    if isPlain, primaries == 1, transfer == 1, matrix == 1, !isFull { return text }
    let position = chromaSubsamplingX && chromaSubsamplingY ? chromaSamplePosition : 0
    let sampling = "\(chromaSubsamplingX ? 1 : 0)\(chromaSubsamplingY ? 1 : 0)\(position)"
    return text + ".\(monochrome ? 1 : 0).\(sampling).\(two(primaries)).\(two(transfer)).\(two(matrix)).\(isFull ? 1 : 0)"
  }
}
