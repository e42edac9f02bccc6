import BitstreamKit
import MP4Kit

/// Stsc does not begin at chunk 1, runs backwards, or counts other chunks or samples than there are.
final class ChunkRuns: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-to-chunk", .error, "stsc does not begin at chunk 1, runs backwards, or counts other chunks or samples than there are",
      clause: "ISO/IEC 14496-12:2022 8.7.4: each chunk of a run has samples_per_chunk samples",
      cause: "The table is damaged, or a tool removed chunks from stco and not from stsc. Samples are read from wrong places.",
      remedy: "'mediaprobe remux' if the samples can be read, else 'mediaprobe recover'.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table, let place = file.place("mdia/minf/stbl/stsc", in: parsed.node),
      let box = file.read(SampleToChunkBox.self, at: "mdia/minf/stbl/stsc", in: parsed.node), box.entries.count > 0
    else { return }
    var (last, sum): (UInt32, UInt64) = (0, 0)
    var isRegular = true
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
      let next = row + 1 < box.entries.count ? box.entries[row + 1].firstChunk : UInt32(clamping: table.chunkCount) &+ 1
      if why == nil, next > entry.firstChunk { sum &+= UInt64(next - entry.firstChunk) &* UInt64(entry.samplesPerChunk) }
      isRegular = isRegular && why == nil
      last = max(last, entry.firstChunk)
    }
    if isRegular, sum != UInt64(clamping: table.sampleCount), table.sampleCount > 0 {
      run.find(
        self, "the chunks hold \(sum) samples, the sample sizes count \(table.sampleCount)", at: place.offset, size: place.size,
        path: track.tablePath + "/stsc")
    }
  }
}
