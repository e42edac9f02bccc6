import BitstreamKit
import H264Kit
import NALKit

/// Filler data precedes the first slice of its access unit.
final class H264FillerBeforePicture: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.filler-before-picture", .error, "filler data precedes the first slice of its access unit",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3: no filler data unit precedes the first VCL unit of the primary coded picture",
      cause: "A multiplexer pads the stream to a constant bit rate at the wrong place. Splitters count the filler to the picture before.",
      remedy: "Write the filler after the last slice of the picture.")
  }

  /// Whether units of the access unit came, and no slice of it.
  private var isBeforeSlice = true
  private var filler: (offset: UInt64, size: UInt64, path: String)?

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    switch stream.nalUnitType {
    case 1...5:
      if let filler { run.find(self, "filler data precedes the slices", at: filler.offset, size: filler.size, path: filler.path) }
      (filler, isBeforeSlice) = (nil, false)
    case 6...9, 14...18: isBeforeSlice = true
    case 12:
      if isBeforeSlice, filler == nil { filler = (stream.unit.offset, stream.unit.length, stream.unitPath) }
    default: break
    }
  }
}
