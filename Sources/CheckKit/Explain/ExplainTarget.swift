import BitstreamKit
import ProbeKit
import RemuxKit
import NALKit

/// The byte that a place stands for, and the kind of owner that is asked for.
struct ExplainTarget {
  var offset: UInt64
  /// nil for a byte: everything that owns it.
  var kind: ExplainLayer.Kind?

  /// Finds a place other than a path.
  init(_ place: ExplainPlace, _ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) {
    switch place {
    case .offset(let offset): (self.offset, kind) = (offset, nil)
    case .path: (offset, kind) = (0, nil)
    case .unit(let number):
      kind = .unit
      switch container {
      case .h264, .hevc: offset = try Self.unit(number, input)
      case .mp4, .flv: offset = try Self.trackUnit(number, input, container)
      case .adts: throw .place("An AAC stream has no NAL units.")
      }
    case .sample(let track, let index):
      kind = .sample
      var finder = try SampleFinder(input, container)
      try finder.check(track)
      guard let found = try finder.find(.number(track: track, index: index)) else {
        throw .place("No sample \(index) in track \(track): it has \(finder.count(of: track)).")
      }
      offset = found.sample.offset
    case .time(let track, let numerator, let denominator):
      kind = .sample
      var finder = try SampleFinder(input, container)
      let track = try finder.timedTrack(track)
      guard let found = try finder.find(.time(track: track, numerator: numerator, denominator: denominator)) else {
        throw .place("No sample of track \(track) is presented at this time.")
      }
      offset = found.sample.offset
    }
  }

  /// The start of a unit of a byte stream.
  private static func unit(_ number: UInt64, _ input: ProbeInput) throws(ExplainError) -> UInt64 {
    var units = UnitSearch(input)
    while let unit = try units.next() { if unit.index == number { return unit.position.offset } }
    throw .place("No NAL unit \(number): the stream has \(units.count).")
  }

  /// The start of a unit of the first video track: those of the configuration record come first, as in `nalu`.
  private static func trackUnit(_ number: UInt64, _ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) -> UInt64 {
    var (track, count): (Int?, UInt64) = (nil, 0)
    do {
      track = try MediaReader(input, as: container).tracks.first { $0.codec == .h264 || $0.codec == .hevc }?.index
      if let track {
        var units = try TrackUnits(input, as: container, track: track, limit: 64)
        while let event = try units.next() {
          switch event {
          case .configuration(let unit, _), .unit(let unit):
            if count == number { return unit.position.offset }
            count += 1
          case .sample, .finding: break
          }
        }
      }
    } catch { throw .media(error) }
    throw .place(track == nil ? "The file has no track of H.264 or H.265." : "No NAL unit \(number): the track has \(count).")
  }
}
