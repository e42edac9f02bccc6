import BitstreamKit
import MP4Kit
import NALKit

/// The samples of a track that a recovery leaves out, by their ordinals.
package struct UnusableSamples {
  /// The ordinals, in ascending order.
  private(set) var ordinals: [UInt64] = []
  /// The number of samples of zeros.
  private(set) var blank = 0
  /// The number of pictures whose NAL units do not fill them.
  package private(set) var broken = 0
  /// The number of samples that are no audio frames, between others that are.
  private(set) var foreign = 0
  /// The number of samples that are not recognized as audio frames, too many to be left out.
  package private(set) var doubtful = 0
  /// The number of samples of fragments that are copies of those before.
  private(set) var repeated = 0
  /// The number of samples between others that lie outside of the file.
  private(set) var missing = 0

  /// The number of samples in the file that were looked at.
  package private(set) var seen = 0

  /// The most samples to leave out, 8 bytes each.
  private static let most = 1 << 20

  /// Looks at the first bytes of each sample, at the lengths of its NAL units, and at the syntax of audio frames.
  /// - Parameter hasMissing: whether the survey of the track found samples outside of the file.
  /// - Throws: `MediaError` if the file cannot be read.
  package init(_ input: MediaInput, _ track: Int, hasMissing: Bool) throws(MediaError) {
    let media = input.reader.tracks[track]
    let isKnown =
      switch media.codec {
      case .h264, .hevc, .aac, .ac3, .eac3, .mp3: !media.isProtected
      default: false
      }
    // A damaged configuration tells a wrong size of the lengths.
    var chain =
      media.isProtected || media.configuration.isDamaged || media.codec != .h264 && media.codec != .hevc ? nil : NALChain(input.source)
    var copies = input.reader.movie?.isFragmented == true ? RepeatedSamples(input, track) : nil
    var (walk, bytes, next) = (try TrackWalk(input, track), [UInt8](), 0 as UInt64)
    var (frames, noFrames, count) = (SoundFrameTest(media), [UInt64](), 0)
    while ordinals.count < Self.most, let item = try walk.next() {
      let (sample, ordinal) = (item.sample, item.ordinal)
      if hasMissing, ordinal > next, ordinal - next < UInt64(Self.most - ordinals.count) {
        missing += Int(ordinal - next)
        ordinals += next..<ordinal
      }
      next = ordinal + 1
      seen += 1
      if try copies?.holds(item) == true {
        repeated += 1
        ordinals.append(ordinal)
        continue
      }
      do {
        if isKnown { try input.source.read(at: sample.offset, count: Int(min(16, sample.size)), into: &bytes) }
        if isKnown, sample.blankBytes(bytes) != nil {
          blank += 1
        } else if case .lengthPrefixed(let size) = walk.framing(of: sample),
          try chain?.fits(sample.offset, sample.size, lengthSize: size.rawValue, allowsEmpty: true) == false
        {
          broken += 1
        } else {
          count += 1
          if try frames?.holds(sample, in: input.source) == false, noFrames.count < Self.most { noFrames.append(ordinal) }
          continue
        }
      } catch { throw .bytes(error) }
      ordinals.append(ordinal)
    }
    // Frames that are unlike most others; if many are, the codec has what the test does not know.
    if noFrames.isEmpty { return }
    if noFrames.count > count / 4 {
      doubtful = noFrames.count
      return
    }
    foreign = noFrames.count
    ordinals = (ordinals + noFrames).ordered()
  }

  /// What is left out, for the note about the track; empty if nothing is.
  var text: String {
    var parts: [String] = []
    if blank > 0 { parts.append("\(counted(blank, "sample")) of zeros") }
    if broken > 0 { parts.append("\(counted(broken, "damaged picture"))") }
    if foreign > 0 { parts.append("\(counted(foreign, "damaged audio frame"))") }
    if repeated > 0 { parts.append("\(counted(repeated, "sample")) that fragments repeat") }
    let text = parts.isEmpty ? "" : "; " + parts.joined(separator: ", ") + " left out"
    return doubtful > 0 ? text + "; \(counted(doubtful, "sample")) not recognized as audio frames, kept" : text
  }
}
