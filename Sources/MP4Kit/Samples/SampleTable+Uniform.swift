import BitstreamKit

extension SampleTable {
  /// The number of samples in chunks and their duration, if all have the same size and duration, decoding order is that of presentation, and
  /// each is a sync sample, as of PCM: read from the runs and the chunks, without going through the samples. Nil otherwise, and if the file is
  /// much too short for them.
  package func uniformSamples<Source: ByteSource>(_ source: inout Source) throws(ByteError) -> (count: Int, duration: UInt32)? {
    guard let size = constantSize, samplesPerPacket == 1, !hasCompositionOffsets, !hasSyncTable, let durations else { return nil }
    var runs = TableReader(durations)
    guard let run = try runs.row(0, &source), UInt64(run.sampleCount) >= UInt64(sampleCount) else { return nil }
    var cursor = SampleCursor(placesOnly)
    while try cursor.nextChunk(&source) != nil {}
    let isPlausible = UInt64(size).multipliedReportingOverflow(by: UInt64(cursor.index)).partialValue / 4 <= source.byteCount
    return cursor.finding == nil && isPlausible ? (cursor.index, run.sampleDelta) : nil
  }
}
