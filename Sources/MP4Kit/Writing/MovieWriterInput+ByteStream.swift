import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

extension MovieWriterInput {
  /// Appends an H.264 or H.265 access unit in byte stream format (Annex B). Access unit delimiters and filler data are removed. Parameter
  /// sets that the format contains are removed; others change the format as `setFormat` does. Parameter sets without a picture, which
  /// some encoders give as a buffer of their own, change the format and make no sample.
  /// - Parameters: as for a sample with length-prefixed NAL units.
  /// - Throws: `MediaError` also if the bytes do not begin with a start code, or have neither a picture nor a parameter set.
  public func append(
    byteStream bytes: [UInt8], presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    let format = writer.currentFormat(of: index)
    guard let size = format.lengthSize else { throw .unsupported("a byte stream requires H.264 or H.265") }
    let zeros = bytes.prefix { $0 == 0 }.count
    guard zeros > 1, zeros < bytes.count, bytes[zeros] == 1 else {
      throw .malformed("the access unit does not begin with a start code; use append(_:) for length-prefixed NAL units")
    }
    var sample: [UInt8] = []
    var hasSets = false
    sample.reserveCapacity(bytes.count + 16)
    var others: [[UInt8]] = []
    let known = format.parameterSets
    try MovieFormat.forEachUnit(of: bytes) { (range) throws(MediaError) in
      switch format.role(ofUnitBeginning: bytes[range.lowerBound]) {
      case .parameterSet:
        let unit = Array(bytes[range])
        hasSets = true
        if !known.contains(unit), !others.contains(unit) { others.append(unit) }
      case .dispensable: break
      case .other:
        guard range.count.bitWidth - range.count.leadingZeroBitCount <= 8 * size else {
          throw .unsupported("a NAL unit of \(range.count) bytes does not fit a \(size)-byte length")
        }
        sample.append(bigEndian: UInt64(range.count), size: size)
        sample.append(contentsOf: bytes[range])
      }
    }
    if !others.isEmpty {
      let changed: MovieFormat
      do { changed = try format.replacing(others) } catch { throw .malformed(error.description) }
      try setFormat(changed)
    }
    if sample.isEmpty {
      if hasSets { return }
      throw .malformed("the access unit has no picture")
    }
    try append(
      sample, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: decodeTimeStamp, duration: duration, isSync: isSync,
      dependency: dependency)
  }
}

extension MovieWriter {
  /// The format of the next sample, including parameter sets written in samples.
  func currentFormat(of index: Int) -> MovieFormat {
    let track = tracks[index]
    let format = track.formats[Int(track.description) - 1]
    if track.setsInSamples.isEmpty { return format }
    // These sets were parsed as a format before.
    do { return try format.replacing(track.setsInSamples) } catch { return format }
  }
}

extension MovieFormat {
  /// Creates an H.264 format from the parameter sets in a byte stream, for example its first access unit.
  /// - Throws: `SyntaxError` as `avc(parameterSets:)`.
  public static func avc(byteStream bytes: [UInt8]) throws(SyntaxError) -> MovieFormat {
    try .avc(parameterSets: units(of: bytes))
  }

  /// Creates an H.265 format from the parameter sets in a byte stream, for example its first access unit.
  /// - Throws: `SyntaxError` as `hevc(parameterSets:)`.
  public static func hevc(byteStream bytes: [UInt8]) throws(SyntaxError) -> MovieFormat {
    try .hevc(parameterSets: units(of: bytes))
  }

  private static func units(of bytes: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    forEachUnit(of: bytes) { (range) throws(Never) in units.append(Array(bytes[range])) }
    return units
  }

  /// Calls `body` for each non-empty NAL unit.
  static func forEachUnit<E: Error>(of bytes: [UInt8], _ body: (Range<Int>) throws(E) -> Void) throws(E) {
    var parser = AnnexBParser()
    var cursor = 0
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) ?? parser.finish() {
      let range = Int(unit.offset)..<Int(unit.offset + unit.length)
      if !range.isEmpty { try body(range) }
    }
  }

  /// The role of a NAL unit in a sample.
  enum UnitRole {
    case parameterSet
    /// Access unit delimiters and filler data (ISO/IEC 14496-15, 5.3.3).
    case dispensable
    case other
  }

  /// The codec of the samples' NAL units; nil if they have none.
  var videoCodec: VideoCodec? {
    switch self {
    case .avc: .h264
    case .hevc: .hevc
    default: nil
    }
  }

  func role(ofUnitBeginning first: UInt8) -> UnitRole {
    guard let codec = videoCodec else { return .other }
    return codec.isParameterSet(first) ? .parameterSet : codec.isDelimiter(first) || codec.isFiller(first) ? .dispensable : .other
  }

  /// The format with changed parameter sets. If a sequence parameter set is among them, sets of a type replace all sets of that type;
  /// otherwise they are added or replace sets with the same ID.
  func replacing(_ sets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    func has(_ type: UInt8) -> Bool { sets.contains { videoCodec?.unitType($0.first ?? 0) == type } }
    switch self {
    case .avc(let record):
      let isWhole = has(7) && has(8)
      let made = try AVCDecoderConfigurationRecord(parameterSetsOf: (isWhole ? [] : parameterSets) + sets, lengthSize: record.lengthSize)
      return .avc(made)
    case .hevc(let record):
      // IDs are not parsed: picture parameter sets arrive with their sequence parameter set.
      let hasSequence = has(33)
      let old = parameterSets.filter { unit in !sets.contains(unit) && !(hasSequence && has(VideoCodec.hevc.unitType(unit.first ?? 0))) }
      return .hevc(try HEVCDecoderConfigurationRecord(parameterSetsOf: old + sets, lengthSize: record.lengthSize))
    default: return self
    }
  }
}
