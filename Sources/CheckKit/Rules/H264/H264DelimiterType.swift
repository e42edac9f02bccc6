import BitstreamKit
import H264Kit
import NALKit

/// `primary_pic_type` of an access unit delimiter does not cover the slices.
final class H264DelimiterType: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.primary-pic-type", .error, "primary_pic_type of an access unit delimiter does not cover the slices",
      clause: "ITU-T H.264 (08/2021) 7.4.2.4, Table 7-5",
      cause: "The writer sets a constant value. Tools that trust it mark wrong pictures as key pictures.",
      remedy: "Write primary_pic_type 7 if the types of the slices are not known.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .accessUnitDelimiter(let delimiter) = unit.payload else { return }
    if delimiters.count == 4 { delimiters.removeFirst() }
    delimiters.append((delimiter.primaryPicType, stream.unit.offset, stream.unitPath))
  }

  /// The last delimiters: a picture is known to be complete when units of the next one have come.
  private var delimiters: [(type: UInt8, offset: UInt64, path: String)] = []

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if delimiters.isEmpty { return }
    let range = picture.offset..<max(picture.offset, picture.offset &+ picture.size)
    guard let current = delimiters.first(where: { range.contains($0.offset) }), picture.field == .frame, !picture.isUnresolved else {
      return
    }
    // Only the Extended profile has SI and SP slices, which count as I and P here.
    let isExtended = stream.pictureSet?.profileIdc == 88
    let isCovered =
      switch current.type {
      case 0, 5: picture.type == .i
      case 1, 6: picture.type <= .p
      case 3: isExtended && picture.type == .i
      case 4: isExtended && picture.type <= .p
      default: true
      }
    if !isCovered {
      run.find(
        self, "primary_pic_type is \(current.type), but the picture has \(picture.type.name) slices", at: current.offset, path: current.path
      )
    }
  }
}
