import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

extension SampleQueue {
  /// The transform that moves the parameter sets of several descriptions into the samples: on request, and in fragments, because FFmpeg and
  /// players based on it ignore the description that a fragment selects. Nil if there is only one description, or if one has no such sets.
  ///
  /// For FLV, call after all samples have been read.
  func setsIntoSamples(ofTrack track: Int) -> SampleTransform? {
    let all = descriptions(ofTrack: track)
    if all.count < 2 || tracks[track].isProtected { return nil }
    let isOne = all.allSatisfy { description in
      switch description.configuration {
      case .avc: tracks[track].codec == .h264
      case .hevc: tracks[track].codec == .hevc
      default: false
      }
    }
    return isOne ? SampleTransform(tracks[track], to: .lengths, repeatsSets: true) : nil
  }
}

extension MovieCarrier {
  /// Moves parameter sets into the samples of a movie without fragments, on request.
  mutating func flattenOnRequest() throws(MediaError) {
    guard options.setsInSamples else { return }
    var samples = try queue(.file)
    if reader.container == .flv { while try samples.next() != nil {} }
    try flatten(samples)
  }

  /// Gives tracks of several descriptions one, and their samples the parameter sets, where the options want that.
  /// - Parameter samples: for FLV, a queue that has read all samples.
  mutating func flatten(_ samples: SampleQueue) throws(MediaError) {
    guard options.hasOneDescription else { return }
    for (place, track) in wanted.enumerated() {
      guard let transform = samples.setsIntoSamples(ofTrack: track), try muxer[track: place].keepFirstEntry() else { continue }
      let all = samples.descriptions(ofTrack: track).map { $0.configuration }
      if var first = all.first {
        first.cover(all.dropFirst().flatMap { $0.parameterSetUnits })
        muxer[track: place].replaceRecord(first)
      }
      (transforms[place], changes[place]) = (transform, true)
      flattened[place] = true
    }
  }
}

extension TrackBlueprint {
  /// Keeps only the first sample entry, renamed to the type that allows parameter sets in samples.
  /// - Returns: false, without a change, if the entry has any other type than these.
  mutating func keepFirstEntry() throws(MediaError) -> Bool {
    // Skip the box header, version, flags and entry_count.
    guard sampleDescriptions.count >= 24 else { return false }
    let word = sampleDescriptions.bigEndian64(at: 16)
    let names: [FourCC] = ["avc1", "avc3", "hvc1", "hev1"]
    guard names.contains(FourCC(rawValue: UInt32(truncatingIfNeeded: word))) else { return false }
    let end = min(sampleDescriptions.count, 16 + max(8, Int(clamping: word >> 32)))
    do { sampleDescriptions = try Self.stsd([Array(sampleDescriptions[16..<end])]) } catch { throw .unsupported(error.description) }
    allowSetsInSamples()
    return true
  }

  /// Gives the only sample entry the record of a configuration, as samples with parameter sets have it.
  mutating func replaceRecord(_ configuration: MediaConfiguration) {
    switch configuration {
    case .avc(let record): if let payload = try? record.encoded() { replaceRecord("avcC", payload) }
    case .hevc(var record):
      for index in record.arrays.indices { record.arrays[index].arrayCompleteness = false }
      if let payload = try? record.encoded() { replaceRecord("hvcC", payload) }
    case .none, .aac, .box: break
    }
  }
}
