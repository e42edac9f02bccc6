import BitstreamKit
import MP4Kit

/// The samples of a track cannot be located or read.
final class UnreadableSamples: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.unreadable-samples", .error, "the samples of a track cannot be located or read",
      clause: "ISO/IEC 14496-12:2022 8.6, 8.7 and 8.8",
      cause: "The tables contradict each other or the file, or the file was cut.",
      remedy: "Restore the file from its source. Where only the tables are wrong, the command recover finds samples without them.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    if case .samples(let why) = fault { run.find(self, why) }
  }
}
