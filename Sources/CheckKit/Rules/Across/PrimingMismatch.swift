import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// The edit list removes another priming than iTunSMPB states.
final class PrimingMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.priming", .warning, "the edit list removes another priming than iTunSMPB states",
      clause: "ISO/IEC 14496-12:2022 8.6.6, media_time; Apple, Technical Note TN2258, iTunSMPB",
      cause: """
        The sound was cut or remuxed, and one of the two was kept. Players differ in which they obey: the sound begins too \
        early or too late, and gapless playback clicks.
        """,
      remedy: "Remove iTunSMPB, or write the edit list anew: 'mediaprobe cut' writes the edit of what it cuts.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard case .aac(let configuration) = track.media.configuration, let rate = configuration.sampleRate, rate > 0,
      let parsed = track.movieTrack, let list = parsed.editList, let priming = Self.priming(file)
    else { return }
    for row in 0..<min(16, list.entries.count) where list.entries[row].mediaTime >= 0 {
      let removed = track.seconds(list.entries[row].mediaTime - (track.firstPresentationTime ?? 0))
      if abs(removed - Double(priming) / Double(rate)) <= 0.001 { return }
      run.find(
        self,
        "iTunSMPB states \(priming) samples, the edit list removes \(Int64(saturating: (removed * Double(rate)).rounded()))",
        at: file.place("edts/elst", in: parsed.node)?.offset, path: track.path + "/edts/elst")
      return
    }
  }

  /// The second number of iTunSMPB: the samples before the sound.
  private static func priming(_ file: MovieFacts) -> UInt64? {
    var tree = file.movie.tree
    for node in tree.find("moov/udta/meta/ilst/----").prefix(64) {
      guard let name = tree.child("name", of: node), let text = try? tree.payload(of: name, limit: 64),
        Array(text.dropFirst(4)) == Array("iTunSMPB".utf8), let data = tree.child("data", of: node),
        let value = try? tree.payload(of: data, limit: 256)
      else { continue }
      let words = value.dropFirst(8).split(separator: 0x20)
      guard words.count > 2 else { return nil }
      return UInt64(String(decoding: words[words.startIndex + 1], as: UTF8.self), radix: 16)
    }
    return nil
  }
}
