import BitstreamKit
import MP4Kit

/// `stsc` does not begin at chunk 1, runs backwards, or counts other chunks or samples than there are.
final class ChunkRuns: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-to-chunk", .error, "stsc does not begin at chunk 1, runs backwards, or counts other chunks or samples than there are",
      clause: "ISO/IEC 14496-12:2022 8.7.4: each chunk of a run has samples_per_chunk samples",
      cause: "The table is damaged, or a tool removed chunks from stco and not from stsc. Samples are read from wrong places.",
      remedy: "'mediaprobe remux' if the samples can be read, else 'mediaprobe recover'.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let table = parsed.table, var rows = TableRows("stsc", words: 3, of: parsed, file),
      rows.count > 0
    else { return }
    let place = rows.place
    var (last, sum): (UInt32, UInt64) = (0, 0)
    var isRegular = true
    for row in 0..<rows.count {
      guard let firstChunk = rows.word(0, of: row), let samplesPerChunk = rows.word(1, of: row) else { return }
      var why: String?
      if row == 0, firstChunk != 1 {
        why = "the first run begins at chunk \(firstChunk)"
      } else if firstChunk <= last {
        why = "a run begins at chunk \(firstChunk), the one before at \(last)"
      } else if firstChunk > UInt32(clamping: table.chunkCount) {
        why = "a run begins at chunk \(firstChunk), but there are \(table.chunkCount)"
      } else if samplesPerChunk == 0 {
        why = "a run has 0 samples per chunk"
      }
      if let why {
        run.find(self, why, at: place.payloadOffset + 8 + 12 * UInt64(row), size: 12, path: track.tablePath + "/stsc")
      }
      let next = rows.word(0, of: row + 1) ?? UInt32(clamping: table.chunkCount) &+ 1
      if why == nil, next > firstChunk { sum &+= UInt64(next - firstChunk) &* UInt64(samplesPerChunk) }
      isRegular = isRegular && why == nil
      last = max(last, firstChunk)
    }
    if isRegular, sum != UInt64(clamping: table.listedCount), table.listedCount > 0 {
      run.find(
        self, "the chunks hold \(sum) samples, the sample sizes count \(table.listedCount)", at: place.offset, size: place.size,
        path: track.tablePath + "/stsc")
    }
  }
}
