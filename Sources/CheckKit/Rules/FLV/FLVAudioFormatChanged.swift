import BitstreamKit
import FLVKit
import ProbeKit

/// The sound changes its format.
final class FLVAudioFormatChanged: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.audio-format-changed", .warning, "the sound changes its format",
      clause: "Adobe FLV 10.1 E.4.2.1",
      cause: "Two recordings were joined, or the source changed. Most players keep the first decoder and lose the sound.",
      remedy: "Cut the file at the change.")
  }

  /// The first byte of the last tag, or its FourCC.
  private var last: UInt32?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, let first = tag.head.first else { return }
    // Tracks other than the first one are not the sound of most players.
    if let ex = audio.exAudioTagHeader, ex.hasTracks || ex.audioFourCc == nil { return }
    let format = audio.exAudioTagHeader?.audioFourCc?.rawValue ?? UInt32(first)
    defer { last = format }
    guard let last, last != format else { return }
    run.find(
      self,
      last < 256 && format < 256 ? "the first byte is \(format) after \(last)" : "it is \(Self.name(format)) after \(Self.name(last))",
      at: tag.tag.position, size: tag.size, path: tag.path)
  }

  private static func name(_ format: UInt32) -> String { format < 256 ? "format \(format >> 4)" : "\(FourCC(rawValue: format))" }
}
