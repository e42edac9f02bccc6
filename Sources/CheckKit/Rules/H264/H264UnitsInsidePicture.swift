import BitstreamKit
import H264Kit
import NALKit

/// Units that begin an access unit stand between the slices of a picture.
final class H264UnitsInsidePicture: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.units-inside-picture", .error, "units that begin an access unit stand between the slices of a picture",
      clause: """
        ITU-T H.264 (08/2021) 7.4.1.2.3: a delimiter, parameter set or SEI unit after the last VCL unit of a primary coded \
        picture begins a new access unit
        """,
      cause: """
        A tool inserts units at a fixed distance instead of at pictures. Decoders take the rest of the picture for another \
        one.
        """,
      remedy: "Insert the units before the first slice of a picture.")
  }

  private struct Mark {
    var type: UInt8
    var offset: UInt64
    var size: UInt64
    var path: String
    /// The offsets of the slices before and after it.
    var slices: (before: UInt64, after: UInt64)
  }

  private var lastSlice: UInt64?
  /// The first such unit since the last slice.
  private var mark: Mark?
  /// Those that slices of unfinished pictures follow.
  private var marks: [Mark] = []
  private static let maxMarks = 64

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    let offset = stream.unit.offset
    switch stream.nalUnitType {
    // A prefix unit (14) belongs to the slice after it.
    case 6...9, 15...18:
      guard mark == nil, let lastSlice else { return }
      mark = Mark(
        type: stream.nalUnitType, offset: offset, size: stream.unit.length, path: stream.unitPath, slices: (lastSlice, lastSlice))
    case 1, 2, 5:
      lastSlice = offset
      guard var found = mark else { return }
      mark = nil
      found.slices.after = offset
      if marks.count < Self.maxMarks { marks.append(found) }
    default: break
    }
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if marks.isEmpty { return }
    let end = picture.offset &+ picture.size
    // A pair of fields has two access units.
    if picture.field == .frame {
      for mark in marks where mark.slices.before >= picture.offset && mark.slices.after < end {
        run.find(
          self, "a unit of type \(mark.type) precedes another slice of the same picture", at: mark.offset, size: mark.size, path: mark.path)
      }
    }
    marks.removeAll { $0.slices.after < end }
  }
}
