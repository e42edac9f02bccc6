import BitstreamKit
import FileIO
import ProbeKit
import RemuxKit

/// Prints what a file is, from its headers.
func inspect(_ input: String) throws {
  let source = try InputFile(input)
  let description = try MediaDescription(of: source, name: input)
  for item in description.file.items { print(item.key, item.words) }
  for track in description.tracks {
    let width = track["picture"]?.value["width"]?.integer ?? 0
    print(track.title, track["codec"]?.words ?? "", width)
  }

  var reader = try MediaReader(source)
  var keyPictures = 0
  while let sample = try reader.next() { if sample.isKey, reader.tracks[sample.track].kind == .video { keyPictures += 1 } }
  print("\(keyPictures) key pictures")
}
