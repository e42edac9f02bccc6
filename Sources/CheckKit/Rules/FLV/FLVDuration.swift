import FLVKit

/// `duration` differs from the time of the last tag.
final class FLVDuration: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-duration", .warning, "duration differs from the time of the last tag",
      clause: "Adobe FLV 10.1 E.5, duration",
      cause: """
        The metadata was copied from the source or written before the end was known. Players show a wrong length and seek \
        to wrong places.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.duration, let last = file.lastMilliseconds, let first = file.firstMilliseconds else { return }
    let (end, length) = (Double(last) / 1000, Double(last - first) / 1000)
    // The last picture or frame lasts some time too.
    let room = 1 + length / 100
    let shown = Double(max(Int64(last), file.video.lastShown ?? 0)) / 1000
    // NaN is in no range.
    if value >= min(end, length) - room, value <= shown + room { return }
    run.find(self, "it is \(decimal(value)) s, the tags end at \(decimal(end)) s", at: file.metaDataOffset, path: "onMetaData › duration")
  }
}
