import BitstreamKit
import MP4Kit

/// `sidx` has another time scale than its track.
final class SegmentIndexTimescale: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-index-timescale", .note, "sidx has another time scale than its track",
      clause: "ISO/IEC 14496-12:2022 8.16.3.3: it is recommended that timescale match that of the reference track",
      cause: "The writer rounds the times of the index, or the field is damaged. Players seek to times that are a little off.",
      remedy: "'mediaprobe remux --fragment 2s' rewrites the index.")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    for place in file.top where place.header.type == "sidx" && place.isBox {
      guard var tree = try? BoxTree(file.source, from: place.offset, to: place.end), let box = try? tree.read(SegmentIndexBox.self, at: 0),
        let track = file.movieTrack(id: box.referenceID), box.timescale != track.timescale
      else { continue }
      run.find(
        self, "timescale is \(box.timescale), that of track \(box.referenceID) is \(track.timescale)", at: place.offset, size: place.size,
        path: "sidx › timescale")
    }
  }
}
