import Foundation
import MP4Kit
import TestSupport
import Testing

/// Display matrices, compared with ffprobe.
@Suite(.enabled(if: Program.has("ffprobe"))) struct FFProbeMatrixTests {
  private static let one: Int32 = 0x10000

  /// Writes the plain fixture with other coefficients a, b, c, d, x and y.
  private static func movie(_ coefficients: [Int32]) throws -> URL {
    let edit = BoxEdit(try Places.fixture("plain.mp4"))
    let bytes = try edit.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { box in
      for (place, value) in zip([0, 1, 3, 4, 6, 7], coefficients) { box.matrix.values[place] = value }
    }
    let file = Places.scratch("matrix").appendingPathExtension("mp4")
    try Data(bytes).write(to: file)
    return file
  }

  private static func compare(_ coefficients: [Int32], _ form: String) throws {
    let file = try movie(coefficients)
    defer { try? FileManager.default.removeItem(at: file) }
    let words = ["-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data", "-of", form, file.path]
    let theirs = try Program.run("ffprobe", words).text
    #expect(theirs.contains("Display Matrix"), "\(theirs)")
    #expect(try Program.run(Program.mediaprobe, ["ffprobe"] + words).text == theirs, "\(coefficients)")
  }

  /// Every multiple of 90 and 45 degrees, mirrorings, shears, scales and translations.
  @Test(arguments: [
    [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 0, 0], [0, -1, 1, 0, 0, 0], [-1, 0, 0, 1, 0, 0], [1, 0, 0, -1, 0, 0], [0, 1, 1, 0, 0, 0],
    [0, -1, -1, 0, 0, 0], [1, 1, -1, 1, 0, 0], [-1, 1, -1, -1, 0, 0], [1, -1, 1, 1, 0, 0], [2, 0, 0, 1, 0, 0], [3, 0, 0, 3, 0, 0],
    [1, 0, 0, 1, 64, 32], [0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 0], [1, 2, 0, 1, 0, 0], [-3, 1, 2, 5, 0, 0], [0, 2, -1, 0, 100, 0],
  ]) func rotationsAreThoseOfFFProbe(_ coefficients: [Int32]) throws {
    try Self.compare(coefficients.map { $0 * Self.one }, "default")
  }

  /// Angles between whole degrees.
  @Test func obliqueRotationsAreThoseOfFFProbe() throws {
    for step in 0..<24 as Range<Int32> {
      try Self.compare(
        [(step * 7919) % 0x20000 - 0x10000, (step * 104_729) % 0x30000 - 0x18000, step * 4093 - 50_000, 1 + step * 977], "json")
    }
  }

  @Test(arguments: ["default=nw=1:nk=1", "compact", "csv", "flat", "ini", "json=c=1"]) func formsAreThoseOfFFProbe(_ form: String) throws {
    try Self.compare([0, Self.one, -Self.one, 0, 64 * Self.one, 0], form)
  }
}
