import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit
import ProbeKit
import NALKit

/// The parameter sets given on the command line.
struct ParamsRequest {
  /// A set or record and its option.
  struct Part {
    var option: String
    var bytes: [UInt8]
    var isRecord: Bool
  }

  let codec: VideoCodec
  /// Ordered so that each set follows those it references.
  private(set) var parts: [Part] = []

  /// Nil if a file is to be read.
  init?(_ invocation: Invocation) throws(UsageError) {
    for option in ["avcc", "hvcc"] {
      for text in invocation.allValues[option] ?? [] {
        parts.append(
          Part(option: option, bytes: try Self.read(option) { () throws(ParamsText.Failure) in try ParamsText.bytes(text) }, isRecord: true)
        )
      }
    }
    for option in ["vps", "sps", "pps"] {
      for text in invocation.allValues[option] ?? [] {
        let units = try Self.read(option) { () throws(ParamsText.Failure) in try ParamsText.units(text) }.flatMap(Self.withoutStartCodes)
        if units.isEmpty { throw Self.wrong(option, "no data after the start code") }
        parts += units.map { Part(option: option, bytes: $0, isRecord: false) }
      }
    }
    if parts.isEmpty {
      if invocation.arguments.isEmpty, !invocation.has("files-from") {
        throw UsageError("Missing expected argument '<file>', or --sps, --pps, --vps, --avcc or --hvcc.")
      }
      return nil
    }
    if let file = invocation.arguments.first { throw UsageError("Unexpected argument '\(file)': parameter sets are given by options.") }
    codec = try Self.codec(parts, invocation)
    for part in parts where !part.isRecord { try check(part) }
    try checkKinds()
  }

  private static func wrong(_ option: String, _ why: String) -> UsageError {
    UsageError("The value of '--\(option)' cannot be read: \(why).")
  }

  private static func read<T>(_ option: String, _ body: () throws(ParamsText.Failure) -> T) throws(UsageError) -> T {
    do { return try body() } catch { throw wrong(option, error.description) }
  }

  /// Splits units with start codes, as printed by encoders.
  private static func withoutStartCodes(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1]) else { return [bytes] }
    var parser = AnnexBParser()
    var cursor = 0
    var units: [[UInt8]] = []
    func add(_ unit: AnnexBUnit) {
      let start = Int(clamping: unit.offset)
      if unit.length > 0 { units.append(Array(bytes[start..<start + Int(clamping: unit.length)])) }
    }
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { add(unit) }
    if let last = parser.finish() { add(last) }
    return units
  }
}

// MARK: - Codec

extension ParamsRequest {
  /// The codec requested, implied by an option, or detected from the headers.
  private static func codec(_ parts: [Part], _ invocation: Invocation) throws(UsageError) -> VideoCodec {
    let options = Set(parts.map(\.option))
    let isH264 = options.contains("avcc")
    let isHEVC = options.contains("hvcc") || options.contains("vps")
    if isH264, isHEVC {
      throw UsageError("'--avcc' is for H.264, '--\(options.contains("hvcc") ? "hvcc" : "vps")' for H.265: use one codec.")
    }
    if let codec = invocation.codec {
      if codec == .h264 ? isHEVC : isH264 { throw UsageError("'--codec \(codec.rawValue)' conflicts with the other options.") }
      return codec
    }
    if isH264 { return .h264 }
    if isHEVC { return .hevc }
    for part in parts {
      for codec in VideoCodec.allCases where kind(part.bytes, codec) == part.option { return codec }
    }
    for part in parts {
      for codec in VideoCodec.allCases where kind(part.bytes, codec) != nil { return codec }
    }
    let first = parts[0].bytes[0]
    let types = "\(VideoCodec.h264.unitType(first)) of H.264 or \(VideoCodec.hevc.unitType(first)) of H.265"
    throw wrong(parts[0].option, "its first byte is 0x\(hexText(first)), nal_unit_type \(types), which is not a parameter set")
  }

  /// The option for a parameter set with this header; nil for other units.
  private static func kind(_ unit: [UInt8], _ codec: VideoCodec) -> String? {
    guard let first = unit.first, first & 0x80 == 0 else { return nil }
    switch ParamsCatalog.typeName(first, codec) {
    case "VPS": return "vps"
    case "SPS", "SUBSPS", "SPSEXT": return "sps"
    case "PPS": return "pps"
    default: return nil
    }
  }

  private static func hexText(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private func check(_ part: Part) throws(UsageError) {
    if Self.kind(part.bytes, codec) != nil { return }
    let first = part.bytes.first ?? 0
    let type = codec.unitType(first)
    throw Self.wrong(
      part.option, "its first byte is 0x\(Self.hexText(first)), nal_unit_type \(type) of \(codec.title), which is not a parameter set")
  }

  /// A list may contain other sets too, as sprop-parameter-sets does, but a single set must match its option.
  private func checkKinds() throws(UsageError) {
    for option in ["vps", "sps", "pps"] {
      let kinds = parts.filter { $0.option == option }.compactMap { Self.kind($0.bytes, codec) }
      if let first = kinds.first, !kinds.contains(option) { throw Self.wrong(option, "this belongs to '--\(first)'") }
    }
  }
}
