import BitstreamKit
import FileIO
import RemuxKit

/// Copies the media of any file to an MP4 with `moov` before `mdat`, without encoding it again.
func remux(_ input: String, _ output: String) throws {
  var options = CarryOptions()
  options.layout = .faststart
  let file = try OutputFile(output)
  let report = try Remuxer.carry(try InputFile(input), to: .mp4, MediaOutput(file), options)
  try file.commit()
  print("\(report.samples) samples")
  for finding in report.findings { print("finding:", finding) }
}
