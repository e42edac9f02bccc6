import BitstreamKit
import NALKit
import ProbeKit
import RemuxKit

/// Passes the NAL units of the image items of a HEIF file to the rules of their codec.
struct ItemPass {
  /// More items are not read.
  private static let maxItems = 256
  /// Bytes read of each NAL unit: enough for any parameter set, SEI and slice header.
  private static let maxKept = 1 << 16

  private let file: MovieFacts
  private let rules: [MovieRule]
  private let run: CheckRun
  /// The places of the configuration records that rules have seen: images that are made of many share one.
  private var records: Set<UInt64> = []

  init(_ file: MovieFacts, _ rules: [MovieRule], _ run: CheckRun) {
    self.file = file
    self.rules = rules
    self.run = run
  }

  /// Reads the items of H.264 and H.265.
  mutating func check() {
    guard file.first("meta") != nil, let images = try? ImageCollection(file.source) else { return }
    // A report shows pictures over time, and items have no times.
    let recorder = run.recorder
    run.recorder = nil
    defer { run.recorder = recorder }
    for item in images.items.filter({ $0.videoCodec != nil }).prefix(Self.maxItems) { check(item) }
  }

  private mutating func check(_ item: ImageItem) {
    // What cannot be read of an item has rules of its own.
    guard let codec = item.videoCodec, let reader = try? MediaReader(item), let media = reader.tracks.first,
      var units = try? TrackUnits(file.source, reader, track: 0, limit: Self.maxKept)
    else { return }
    let facts = TrackFacts(item: media)
    var pass = UnitPass(codec, run, track: facts)
    facts.note(pass)
    defer { facts.leaveStreams() }
    while let event = try? units.next() {
      switch event {
      case .unit(let unit): pass.take(unit, units.bytes)
      case .configuration(let unit, let bytes): pass.takeConfiguration(unit, bytes)
      case .sample: pass.beginSample()
      case .finding, .blank: break
      }
      facts.picture = nil
    }
    pass.finish()
    if records.insert(item.configurationOffset).inserted { for rule in rules { rule.item(item, facts, file, run) } }
  }
}
