import BitstreamKit
import FLVKit

/// `width` or height differs from the size of the pictures.
final class FLVPictureSize: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-picture-size", .warning, "width or height differs from the size of the pictures",
      clause: "Adobe FLV 10.1 E.5, width",
      cause: "The metadata was copied from the source or written before the end was known. Players stretch the picture.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData, let size = file.pictureSize else { return }
    let (width, height) = (metaData.width ?? 0, metaData.height ?? 0)
    // Zero is unknown; samples that are not square may be given as displayed.
    guard width > 0 || height > 0 else { return }
    let isWrong =
      width > 0 && (width - Double(size.width)).magnitude >= 1 || height > 0 && (height - Double(size.height)).magnitude >= 1
    guard isWrong, !file.isDisplaySize(width, height) else { return }
    run.find(
      self, "it is \(decimal(width)) x \(decimal(height)), the pictures have \(size.width) x \(size.height)", at: file.metaDataOffset,
      path: "onMetaData › width")
  }
}
