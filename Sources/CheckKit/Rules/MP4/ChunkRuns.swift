import BitstreamKit
import MP4Kit

/// Stsc does not begin at chunk 1, runs backwards, or names chunks that do not exist.
final class ChunkRuns: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-to-chunk", .error, "stsc does not begin at chunk 1, runs backwards, or names chunks that do not exist",
      clause: "ISO/IEC 14496-12:2022 8.7.4",
      cause: "The table is damaged, or a tool removed chunks from stco and not from stsc. Samples are read from wrong places.",
      remedy: "'mediaprobe remux' if the samples can be read, else 'mediaprobe recover'.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table, let place = file.place("mdia/minf/stbl/stsc", in: parsed.node),
      let box = file.read(SampleToChunkBox.self, at: "mdia/minf/stbl/stsc", in: parsed.node), box.entries.count > 0
    else { return }
    var last: UInt32 = 0
    for row in 0..<box.entries.count {
      let entry = box.entries[row]
      var why: String?
      if row == 0, entry.firstChunk != 1 {
        why = "the first run begins at chunk \(entry.firstChunk)"
      } else if entry.firstChunk <= last {
        why = "a run begins at chunk \(entry.firstChunk), the one before at \(last)"
      } else if entry.firstChunk > UInt32(clamping: table.chunkCount) {
        why = "a run begins at chunk \(entry.firstChunk), but there are \(table.chunkCount)"
      } else if entry.samplesPerChunk == 0 {
        why = "a run has 0 samples per chunk"
      }
      if let why {
        run.find(self, why, at: place.payloadOffset + 8 + 12 * UInt64(row), size: 12, path: track.tablePath + "/stsc")
      }
      last = max(last, entry.firstChunk)
    }
  }
}
