import HEVCKit

/// A leading picture follows trailing pictures of the same IRAP picture.
final class HEVCLeadingOrder: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.leading-after-trailing", .error, "a leading picture follows trailing pictures of the same IRAP picture",
      clause: """
        ITU-T H.265 (08/2021) 7.4.2.2: leading pictures precede, in decoding order, all trailing pictures of the same IRAP \
        picture
        """,
      cause: "Pictures were reordered or given a wrong type. Players that start at the IRAP picture drop or misplace them.",
      remedy: "Encode again.")
  }

  private var hasTrailing = false

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.field != .frame { return }
    if picture.isKeyframe {
      hasTrailing = false
    } else if picture.leading == nil {
      hasTrailing = true
    } else if hasTrailing {
      run.find(self, "\(picture.nalUnitType.name) follows a trailing picture", at: picture.offset, size: picture.size)
    }
  }
}
