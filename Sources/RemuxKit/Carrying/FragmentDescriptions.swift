import BitstreamKit
import MP4Kit

extension SampleQueue {
  /// What puts the parameter sets of several descriptions into the samples, for fragments: FFmpeg and players made with it do not heed the
  /// description that a fragment names. nil where there is one description, or it has no such sets.
  ///
  /// Of FLV, after all samples have been seen.
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

extension TrackBlueprint {
  /// Keeps the first sample entry alone, by which parameter sets may stand in the samples.
  /// - Returns: false where it has another name than those that say so; nothing is changed then.
  mutating func keepFirstEntry() throws(MediaError) -> Bool {
    // Behind the header of the box, its version and flags and the number of entries.
    guard sampleDescriptions.count >= 24 else { return false }
    let word = sampleDescriptions.bigEndian64(at: 16)
    let names: [FourCC] = ["avc1", "avc3", "hvc1", "hev1"]
    guard names.contains(FourCC(rawValue: UInt32(truncatingIfNeeded: word))) else { return false }
    let end = min(sampleDescriptions.count, 16 + max(8, Int(clamping: word >> 32)))
    do { sampleDescriptions = try Self.stsd([Array(sampleDescriptions[16..<end])]) } catch { throw .unsupported(error.description) }
    letSetsIntoSamples()
    return true
  }
}
