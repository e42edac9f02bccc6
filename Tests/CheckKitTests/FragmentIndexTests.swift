import BitstreamKit
import Foundation
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// `sidx` and `tfra` of fragmented files whose edit list delays the media.
@Suite struct FragmentIndexTests {
  private static let indexRules: Set<String> = ["mp4.segment-index-times", "mp4.random-access-table"]

  /// The file in fragments, with an empty edit of five seconds before its media. Fragments have such an edit where the next one hides media.
  private static func delayed() throws -> [UInt8] {
    let plain = BoxEdit(try Places.fixture("plain.mp4"))
    var bytes = plain.bytes
    for track in 0..<2 {
      bytes = try BoxEdit(bytes).changing(EditListBox.self, "moov/trak[\(track)]/edts/elst") { box in
        var (empty, media) = (box.entries[0], box.entries[0])
        (empty.mediaTime, empty.editDuration) = (-1, 5000)
        media.mediaTime += track == 0 ? 512 : 8820
        box.entries = PackedTable([empty, media], layout: box.entries.layout)
      }
    }
    var options = CarryOptions()
    options.layout = .fragmented(.zero)
    return try remuxed(bytes, to: .mp4, options)
  }

  private static func rules(_ bytes: [UInt8]) -> Set<String> {
    Set(CheckTests.check(bytes).findings.map(\.page.id.description)).intersection(indexRules)
  }

  /// earliest_presentation_time is a time after the edit list is applied (ISO/IEC 14496-12:2022, 8.16.3).
  @Test func timesAreThoseAfterTheEdits() throws {
    let bytes = try Self.delayed()
    #expect(Self.rules(bytes).isEmpty)
    for (seconds, rules) in [(0, []), (5, []), (10, ["mp4.segment-index-times"])] as [(UInt64, Set<String>)] {
      // Some writers state times before the edit list is applied.
      let moved = try BoxEdit(bytes).changing(SegmentIndexBox.self, "sidx[0]") {
        $0.earliestPresentationTime = seconds * UInt64($0.timescale)
      }
      #expect(Self.rules(moved) == rules, "\(seconds) s")
    }
  }

  /// `tfra` may have the times of the media or of the movie (8.8.10.3).
  @Test func randomAccessTimesAreThoseOfEitherTimeline() throws {
    let bytes = try Self.delayed()
    for (seconds, rules) in [(0, []), (5, []), (10, ["mp4.random-access-table"])] as [(UInt64, Set<String>)] {
      let moved = try BoxEdit(bytes).changing(TrackFragmentRandomAccessBox.self, "mfra/tfra[0]") { box in
        var rows = Array(box.entries)
        for row in rows.indices { rows[row].time += seconds * 12_800 }
        box.entries = PackedTable(rows, layout: box.entries.layout)
      }
      #expect(Self.rules(moved) == rules, "\(seconds) s")
    }
  }

  /// What ffmpeg and our own writer make of a file that begins late.
  @Test(.enabled(if: Program.has("ffmpeg"))) func delayedFilesHaveNoErrors() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      func ffmpeg(_ arguments: [String]) throws { _ = try Program.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + arguments) }
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", "libx264", "-g", "12"]
          + ["-pix_fmt", "yuv420p", "-c:a", "aac", path("plain.mp4")])
      let copy = ["-i", path("plain.mp4"), "-c", "copy", "-output_ts_offset", "5"]
      try ffmpeg(copy + [path("late.mp4")])
      for (name, flags) in [
        ("dash.mp4", "dash+frag_keyframe+delay_moov+global_sidx"), ("empty.mp4", "frag_keyframe+empty_moov"),
        ("delayed.mp4", "frag_keyframe+delay_moov"),
      ] {
        try ffmpeg(copy + ["-movflags", flags, path(name)])
      }
      _ = try Program.mediaprobe("remux", "-y", "--fragment", "500ms", path("late.mp4"), path("own.mp4"))
      for name in ["dash.mp4", "empty.mp4", "delayed.mp4", "own.mp4"] {
        #expect(Self.rules([UInt8](try Data(contentsOf: folder.appending(path: name)))).isEmpty, "\(name)")
      }
    }
  }
}
