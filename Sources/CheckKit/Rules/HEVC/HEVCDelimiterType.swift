import BitstreamKit
import HEVCKit
import NALKit

/// `pic_type` of an access unit delimiter does not cover the slices.
final class HEVCDelimiterType: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.pic-type", .error, "pic_type of an access unit delimiter does not cover the slices",
      clause: "ITU-T H.265 (08/2021) 7.4.3.5, Table 7-2",
      cause: "The writer sets a constant value. Tools that trust it mark wrong pictures as key pictures.",
      remedy: "Write pic_type 2 if the types of the slices are not known.")
  }

  private struct Place {
    var type: UInt8
    var start: UInt64
    var path: String
  }
  /// Delimiters of the last access units: a picture is passed on after units of the next one.
  private var recent: [Place] = []

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .accessUnitDelimiter(let delimiter) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    if recent.count == 4 { recent.removeFirst() }
    recent.append(Place(type: delimiter.picType, start: stream.unit.startCodeOffset, path: stream.unitPath))
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard let delimiter = recent.first(where: { $0.start == picture.offset }), !picture.isUnresolved else { return }
    if delimiter.type == 0 && picture.type != .i || delimiter.type == 1 && picture.type == .b {
      run.find(
        self, "pic_type is \(delimiter.type), but the picture has \(picture.type.name) slices", at: delimiter.start,
        path: delimiter.path)
    }
  }
}
