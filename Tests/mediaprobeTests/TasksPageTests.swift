import Foundation
import TestSupport
import Testing

/// `Documentation/tasks.md`: its commands print what it says, with the files of `Fixtures`.
@Test func thePageOfTasksShowsWhatTheCommandsPrint() throws {
  try withEmptyFolder { folder in
    for name in ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "tone.aac", "hvc1.mp4", "bframes.h264", "opengop.hevc"] {
      try Data(try Places.fixture(name)).write(to: folder.appending(path: name))
    }
    try ConsolePage.check("Documentation/tasks.md", in: folder)
  }
}
