import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

/// Renames the video sample entries of a movie between the types that keep parameter sets in the entry (`avc1`, `hvc1`) and those that also
/// allow them in samples (`avc3`, `hev1`). Changes the four-character code, and sets `array_completeness` if the type requires it.
///
/// ISO/IEC 14496-15:2022, 5.4.2.1.2 and 8.4.1.1.
public struct Retag: Sendable {
  /// The changes to the file; empty if it already has the requested type.
  public private(set) var patches: [BytePatch] = []
  /// Notes to report to the user.
  public private(set) var notes: [String] = []

  /// - Parameter type: `avc1`, `avc3`, `hvc1` or `hev1`.
  /// - Throws: `MediaError` if it is another type, if the file has no such track, or if the type does not fit its samples.
  public init(_ input: MediaInput, to type: FourCC) throws(MediaError) {
    guard let movie = input.reader.movie else { throw .unsupported("only the MP4 family has sample entries") }
    if movie.isCompressed { throw .unsupported("the movie box is compressed (cmov): remux the file first") }
    let codec: VideoCodec = type == "hvc1" || type == "hev1" ? .hevc : .h264
    let others: [FourCC] = codec == .hevc ? ["hvc1", "hev1"] : ["avc1", "avc3"]
    if !others.contains(type) { throw .unsupported("\(type) is not one of the sample entry types avc1, avc3, hvc1 and hev1") }
    var count = 0
    for (index, track) in movie.tracks.enumerated() {
      for description in track.descriptions where others.contains(description.codec) {
        count += 1
        try rename(description, index, to: type, movie)
      }
    }
    if count == 0 { throw .unsupported("there is no sample entry \(others[0]) or \(others[1])") }
    if type == "hvc1" || type == "avc1" { try checkSamples(input, movie, others, codec) }
    if patches.isEmpty { notes.append("the sample entries are \(type) already") }
  }

  private mutating func rename(
    _ description: SampleDescription, _ track: Int, to type: FourCC, _ movie: Movie<AnyByteSource>
  ) throws(MediaError) {
    let tree = movie.tree
    let name = type.description
    if type == "hvc1" || type == "avc1" { try checkSets(description, track, name) }
    if description.codec != type {
      // The original format of an encrypted entry is in its frma box.
      let place: UInt64
      if description.originalFormat != nil {
        guard let frma = tree.find("sinf/frma", in: description.node).first else { throw .malformed("an encrypted entry without frma") }
        place = tree.nodes[frma].place.payloadOffset
      } else {
        place = tree.nodes[description.node].place.offset + 4
      }
      patches.append(BytePatch(offset: place, old: Self.bytes(description.codec), new: Self.bytes(type)))
    }
    guard type == "hvc1", let record = description.hevc, let box = tree.child("hvcC", of: description.node) else { return }
    var place = tree.nodes[box].place.payloadOffset + 23
    for array in record.arrays {
      if !array.arrayCompleteness, (32...34).contains(array.nalUnitType) {
        var old: [UInt8] = []
        do { try tree.source.read(at: place, count: 1, into: &old) } catch { throw .bytes(error) }
        if let byte = old.first { patches.append(BytePatch(offset: place, old: [byte], new: [byte | 0x80])) }
      }
      place += 3
      for unit in array.nalUnits { place += 2 + UInt64(unit.count) }
    }
  }

  private static func bytes(_ type: FourCC) -> [UInt8] { Array(bigEndian: UInt64(type.rawValue), size: 4) }

  /// Checks that the entry holds all parameter sets, as the type requires.
  private func checkSets(_ description: SampleDescription, _ track: Int, _ name: String) throws(MediaError) {
    let missing: String?
    if let record = description.hevc {
      let kinds: [(HEVCKit.NALUnitType, String)] = [(.vps, "video"), (.sps, "sequence"), (.pps, "picture")]
      missing = kinds.first { record.nalUnits(of: $0.0).isEmpty }.map { $0.1 }
    } else if let record = description.avc {
      missing = record.sequenceParameterSets.isEmpty ? "sequence" : record.pictureParameterSets.isEmpty ? "picture" : nil
    } else {
      throw .unsupported("track \(track) has no readable configuration record: it cannot be \(name)")
    }
    if let missing {
      throw .unsupported(
        "track \(track) has no \(missing) parameter set in its configuration record: it could not be decoded as \(name)")
    }
  }

  // MARK: - Samples

  /// Checks parameter sets in samples: they are allowed only if they equal those of the entry.
  private mutating func checkSamples(
    _ input: MediaInput, _ movie: Movie<AnyByteSource>, _ types: [FourCC], _ codec: VideoCodec
  ) throws(MediaError) {
    for (index, track) in movie.tracks.enumerated() {
      guard track.descriptions.contains(where: { types.contains($0.codec) }), !input.reader.tracks[index].isProtected else { continue }
      var units = try TrackUnits(input.source, input.reader.reopened(track: index), track: index, limit: 1 << 16)
      var known: [[UInt8]] = []
      var count = 0
      while let event = try units.next() {
        switch event {
        case .configuration(_, let bytes): if !known.contains(bytes) { known.append(bytes) }
        case .unit(let unit):
          guard let first = unit.position.headByte(0), codec.isParameterSet(first) else { continue }
          count += 1
          if !known.contains(Array(units.bytes[unit.range])) {
            throw .unsupported(
              "track \(index) has a parameter set in a sample, at \(unit.position.startCodeOffset), which its configuration record lacks: "
                + "it must stay \(types[1]), which allows that")
          }
        case .sample, .finding, .blank: continue
        }
      }
      if count > 0 {
        notes.append(
          "track \(index) repeats \(count) parameter sets in its samples, which \(types[0]) does not allow but players ignore; "
            + "they equal those of the configuration record")
      }
    }
  }

  /// Copies a file and applies the patches.
  public static func copy<Source: ByteSource>(
    _ file: Source, _ patches: [BytePatch], _ output: MediaOutput
  ) throws(ByteError) -> CarryReport {
    var pump = SamplePump(AnyByteSource(file), output)
    var place: UInt64 = 0
    for patch in patches.ordered(by: { $0.offset < $1.offset }) where patch.offset >= place {
      try pump.put(place, patch.offset - place)
      try pump.put(patch.new)
      place = patch.offset + UInt64(patch.new.count)
    }
    try pump.put(place, file.byteCount - min(place, file.byteCount))
    try pump.flush()
    var report = CarryReport()
    report.bytes = pump.position
    return report
  }
}
