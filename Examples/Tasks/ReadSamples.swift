import BitstreamKit
import MP4Kit

/// Prints the samples of the first video track of an MP4, plain or fragmented, with the times at which they are shown. Tables and fragments
/// are read as they are needed, through any `ByteSource`.
func printSamples<Source: ByteSource>(of file: Source) throws {
  let source = AnyByteSource(file)
  let movie = try Movie(source)
  guard let index = movie.tracks.firstIndex(where: { $0.handlerType == "vide" }) else { return print("no video track") }
  let track = movie.tracks[index]
  for description in track.descriptions {
    print("sample entry:", description.type, description.avc?.codecString ?? "")
  }

  let timeline = track.timeline(movieTimescale: movie.timescale)
  var samples = movie.samples(ofTrack: index)
  var bytes: [UInt8] = []
  while let sample = try samples.next()?.sample {
    try source.read(at: sample.offset, count: Int(sample.size), into: &bytes)
    let (time, isShown) = timeline.presentation(of: sample.compositionTime)
    let seconds = Double(time) / Double(track.timescale)
    print("\(isShown ? "\(seconds) s" : "hidden"): \(bytes.count) bytes\(sample.isSync ? ", a sync sample" : "")")
  }
  for finding in movie.findings + samples.findings { print("damaged:", finding) }
}
