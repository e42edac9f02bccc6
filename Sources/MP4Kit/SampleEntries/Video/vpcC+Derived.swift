import BitstreamKit

extension VPCodecConfigurationBox {
  /// chroma_format_idc: 1 4:2:0, 2 4:2:2, 3 4:4:4; nil for a reserved value.
  public var chromaFormatIdc: UInt8? {
    switch chromaSubsampling {
    case 0, 1: 1
    case 2: 2
    case 3: 3
    default: nil
    }
  }

  /// Level name such as `3.1`; nil if unknown.
  public var levelName: String? { level == 0 ? nil : "\(level / 10).\(level % 10)" }

  /// Codec string such as `vp09.00.31.08` (VP Codec ISO Media File Format Binding 1.0, "Codecs Parameter String"). The optional part is
  /// included if sampling or colour differ from the defaults.
  public func codecString(sampleEntry: FourCC) -> String {
    func two(_ value: UInt8) -> String { (value < 10 ? "0" : "") + "\(value)" }
    let text = "\(sampleEntry).\(two(profile)).\(two(level)).\(two(bitDepth))"
    let isKnown = colourPrimaries != 2 || transferCharacteristics != 2 || matrixCoefficients != 2
    let isPlain = !isKnown || colourPrimaries == 1 && transferCharacteristics == 1 && matrixCoefficients == 1
    if chromaSubsampling <= 1, isPlain, !videoFullRangeFlag { return text }
    let colour = "\(two(colourPrimaries)).\(two(transferCharacteristics)).\(two(matrixCoefficients))"
    return text + ".\(two(chromaSubsampling)).\(colour).\(videoFullRangeFlag ? "01" : "00")"
  }
}
