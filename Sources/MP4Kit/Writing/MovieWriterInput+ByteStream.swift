import BitstreamKit
import H264Kit
import HEVCKit

extension MovieWriterInput {
  /// Appends an access unit of H.264 or H.265 as it stands in a byte stream, with start codes (Annex B). Delimiters and filler go;
  /// parameter sets that the format holds go too, and others make a format of their own, as `setFormat` has it.
  /// - Parameters: as for a sample behind lengths.
  public func append(
    byteStream bytes: [UInt8], presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime? = nil, duration: MediaTime? = nil,
    isSync: Bool? = nil, dependency: UInt8 = 0
  ) throws(MediaError) {
    let format = writer.currentFormat(of: index)
    guard let size = format.lengthSize else { throw .unsupported("a byte stream of neither H.264 nor H.265") }
    var sample: [UInt8] = []
    sample.reserveCapacity(bytes.count + 16)
    var others: [[UInt8]] = []
    let known = format.parameterSets
    try MovieFormat.forEachUnit(of: bytes) { (range) throws(MediaError) in
      switch format.role(ofUnitBeginning: bytes[range.lowerBound]) {
      case .parameterSet:
        let unit = Array(bytes[range])
        if !known.contains(unit), !others.contains(unit) { others.append(unit) }
      case .dispensable: break
      case .other:
        guard range.count.bitWidth - range.count.leadingZeroBitCount <= 8 * size else {
          throw .unsupported("a NAL unit of \(range.count) bytes does not fit a length of \(size)")
        }
        for place in stride(from: size - 1, through: 0, by: -1) {
          sample.append(UInt8(truncatingIfNeeded: range.count >> (8 * place)))
        }
        sample.append(contentsOf: bytes[range])
      }
    }
    if !others.isEmpty {
      let changed: MovieFormat
      do { changed = try format.replacing(others) } catch { throw .malformed(error.description) }
      try setFormat(changed)
    }
    try append(
      sample, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: decodeTimeStamp, duration: duration, isSync: isSync,
      dependency: dependency)
  }
}

extension MovieWriter {
  /// The format that holds for the next sample, with the parameter sets that stand in samples.
  func currentFormat(of index: Int) -> MovieFormat {
    let track = tracks[index]
    let format = track.formats[Int(track.description) - 1]
    if track.setsInSamples.isEmpty { return format }
    // They were a format's before they were told, so that they make one again.
    do { return try format.replacing(track.setsInSamples) } catch { return format }
  }
}

extension MovieFormat {
  /// H.264 by the parameter sets of a byte stream with start codes, of its first access unit for one.
  /// - Throws: where there is no sequence parameter set, or one cannot be read.
  public static func avc(byteStream bytes: [UInt8]) throws(SyntaxError) -> MovieFormat {
    try .avc(parameterSets: units(of: bytes).filter { [7, 8, 13].contains($0[0] & 31) })
  }

  /// H.265 by the parameter sets of a byte stream with start codes, of its first access unit for one.
  /// - Throws: where there is no sequence parameter set, or one cannot be read.
  public static func hevc(byteStream bytes: [UInt8]) throws(SyntaxError) -> MovieFormat {
    try .hevc(parameterSets: units(of: bytes).filter { (32...34).contains($0[0] >> 1 & 63) })
  }

  private static func units(of bytes: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    forEachUnit(of: bytes) { (range) throws(Never) in units.append(Array(bytes[range])) }
    return units
  }

  /// Units that are not empty.
  static func forEachUnit<E: Error>(of bytes: [UInt8], _ body: (Range<Int>) throws(E) -> Void) throws(E) {
    var parser = AnnexBParser()
    var cursor = 0
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) ?? parser.finish() {
      let range = Int(unit.offset)..<Int(unit.offset + unit.length)
      if !range.isEmpty { try body(range) }
    }
  }

  /// What a unit is to a sample.
  enum UnitRole {
    case parameterSet
    /// Delimiters and filler (ISO/IEC 14496-15, 5.3.3).
    case dispensable
    case other
  }

  func role(ofUnitBeginning first: UInt8) -> UnitRole {
    if case .hevc = self {
      let type = first >> 1 & 63
      return (32...34).contains(type) ? .parameterSet : type == 35 || type == 38 ? .dispensable : .other
    }
    let type = first & 31
    return [7, 8, 13].contains(type) ? .parameterSet : type == 9 || type == 12 ? .dispensable : .other
  }

  /// The format with other parameter sets: where there is a sequence parameter set among them, sets of a kind take the place of all of
  /// that kind; else they are added, or take the place of those with their numbers.
  func replacing(_ sets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    switch self {
    case .avc(let record):
      let isWhole = sets.contains { ($0.first ?? 0) & 31 == 7 } && sets.contains { ($0.first ?? 0) & 31 == 8 }
      let made = try AVCDecoderConfigurationRecord(parameterSetsOf: (isWhole ? [] : parameterSets) + sets, lengthSize: record.lengthSize)
      return .avc(made)
    case .hevc(let record):
      func units(_ type: UInt8) -> [[UInt8]] {
        let new = sets.filter { ($0.first ?? 0) >> 1 & 63 == type }
        let old = parameterSets.filter { ($0.first ?? 0) >> 1 & 63 == type && !new.contains($0) }
        // Without reading their numbers: picture parameter sets come with the sequence they belong to.
        return new.isEmpty ? old : sets.contains { ($0.first ?? 0) >> 1 & 63 == 33 } ? new : old + new
      }
      return .hevc(
        try HEVCDecoderConfigurationRecord(
          videoParameterSets: units(32), seqParameterSets: units(33), picParameterSets: units(34),
          lengthSize: NALLengthSize(rawValue: Int(record.lengthSizeMinusOne & 3) + 1) ?? .four))
    default: return self
    }
  }
}
