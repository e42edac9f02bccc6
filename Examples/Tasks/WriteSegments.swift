import BitstreamKit
import MP4Kit
import RemuxKit

/// Cuts the pictures of a byte stream into segments for HLS or DASH of at least two seconds, each of which begins with a key picture.
/// `write` gets the initialization segment as number 0, and then each media segment with its duration in seconds.
func writeSegments(of stream: [UInt8], write: @escaping (_ number: UInt32, _ bytes: [UInt8], _ seconds: Double) -> Void) throws {
  // The writer appends a segment and then reports it: what was appended since the last report is the segment.
  var segment: [UInt8] = []
  let output = MediaOutput(append: { (bytes, range) throws(ByteError) in segment += bytes[range] })
  var options = MovieFragmentOptions()
  options.movieFragmentInterval = MediaTime(milliseconds: 2000)
  options.isCMAF = true
  options.writesSegmentTypes = true
  options.writesRandomAccessIndex = false
  options.descriptionRoom = 0
  let writer = try MovieWriter(output, layout: .fragmented(options))
  writer.didWriteFragment = { fragment in
    write(fragment.number, segment, fragment.duration.seconds)
    segment.removeAll(keepingCapacity: true)
  }
  let input = try writer.addInput(.avc(byteStream: stream))
  try writer.startSession(atSourceTime: .zero)
  var reader = try MediaReader(MemorySource(stream))
  let track = reader.tracks[0]
  while let sample = try reader.next() {
    try input.append(
      byteStream: Array(stream[Int(sample.offset)..<Int(sample.offset + sample.size)]),
      presentationTimeStamp: track.time(sample.presentationTime), decodeTimeStamp: track.time(sample.decodeTime))
  }
  try writer.finishWriting()
}
