import NALKit

/// The parameter sets and messages of a description that a sample does not contain: sets are compared by kind and ID, and messages give way to
/// those of the sample.
struct MissingUnits {
  private let codec: VideoCodec
  private let sets: StreamSets
  /// The keys of the sample's sets.
  private var own: Set<UInt32> = []
  private var messages: RecordMessages

  /// - Parameter messages: those of the description.
  init(_ codec: VideoCodec, _ messages: RecordMessages = RecordMessages()) {
    (self.codec, self.messages, sets) = (codec, messages, StreamSets(codec))
  }

  /// Whether `take` needs a unit of the sample that begins with this byte.
  func wants(_ first: UInt8) -> Bool { codec.isParameterSet(first) || !messages.isEmpty && codec.isMessage(first) }

  /// Takes a wanted unit of the sample. Of a parameter set, the part up to its ID is enough.
  mutating func take(_ unit: [UInt8]) {
    guard let first = unit.first else { return }
    if !codec.isParameterSet(first) {
      messages.giveWay(to: unit)
    } else if let key = sets.key(unit) {
      own.insert(key)
    }
  }

  /// What is missing of the sets `known`, and of the messages.
  func units(of known: [[UInt8]]) -> [[UInt8]] {
    known.filter { unit in !unit.isEmpty && sets.key(unit).map { !own.contains($0) } ?? true } + messages.units
  }
}
