import Foundation
import TestSupport
import Testing

/// The profile of MPEG-4 Visual is that of profile_and_level_indication.
@Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")), arguments: [[], ["-bf", "2"], ["-profile:v", "15", "-level", "3"]])
func profilesOfMPEG4AreThoseOfFFProbe(_ options: [String]) throws {
  try withEmptyFolder { folder in
    let path = folder.appending(path: "s.mp4").path
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v", "mpeg4"]
    _ = try Program.run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + picture + options + [path])
    let arguments = ["-v", "error", "-of", "compact", "-show_entries", "stream=codec_name,profile,level", path]
    let theirs = try Program.run("ffprobe", arguments).text
    #expect(theirs.contains("profile=\(options.isEmpty ? "Simple" : "Advanced Simple") Profile"))
    #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).text == theirs)
  }
}
