import BitstreamKit
import MP4Kit

/// Sample numbers in stss are not in increasing order, or there is no such sample.
final class SyncOrder: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sync-sample-order", .error, "sample numbers in stss are not in increasing order, or there is no such sample",
      clause: "ISO/IEC 14496-12:2022 8.6.2: the table is arranged in strictly increasing order of sample number",
      cause: "A tool appended entries, or counts samples from 0. Seeking goes to wrong pictures.",
      remedy: "'mediaprobe remux' writes the table from the pictures.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table, let place = file.place("mdia/minf/stbl/stss", in: parsed.node),
      let box = file.read(SyncSampleBox.self, at: "mdia/minf/stbl/stss", in: parsed.node)
    else { return }
    var last: UInt32 = 0
    for row in 0..<box.sampleNumbers.count {
      let number = box.sampleNumbers[row]
      if number <= last {
        run.find(
          self, number == 0 ? "sample number 0 in row \(row)" : "sample \(number) follows sample \(last)",
          at: place.payloadOffset + 8 + 4 * UInt64(row), size: 4, path: file.tablePath("stss", of: track))
      } else if number > UInt32(clamping: table.listedCount) {
        run.find(
          self, "sample \(number), but there are \(table.listedCount)", at: place.payloadOffset + 8 + 4 * UInt64(row), size: 4,
          path: file.tablePath("stss", of: track))
      }
      last = max(last, number)
    }
  }
}
