import HEVCKit

/// Pictures at the start cannot be decoded.
final class HEVCSkippedLeading: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.skipped-leading", .note, "pictures at the start cannot be decoded",
      clause: "ITU-T H.265 (08/2021) 8.1.3 and 3.121: RASL pictures of the first CRA picture are not output",
      cause: """
        The stream was cut at a CRA picture. Decoders drop the RASL pictures after it, so that the video begins later than \
        the first picture.
        """,
      remedy: "Nothing, or remove the pictures; cut at an IDR picture if the exact beginning matters.")
  }

  private var first: (offset: UInt64, size: UInt64)?
  private var number = 0

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard picture.isSkippedLeading else { return }
    if number == 0 { first = (picture.offset, picture.size) }
    number += 1
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let first else { return }
    run.find(self, "\(number) RASL pictures follow an IRAP picture that starts a sequence", at: first.offset, size: first.size)
  }
}
