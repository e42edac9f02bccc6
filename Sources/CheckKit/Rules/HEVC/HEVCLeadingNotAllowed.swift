import HEVCKit

/// Leading pictures follow an IRAP picture that has none.
final class HEVCLeadingNotAllowed: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.leading-not-allowed", .error, "leading pictures follow an IRAP picture that has none",
      clause: """
        ITU-T H.265 (08/2021) 7.4.2.2: no RASL pictures after IDR, BLA_W_RADL and BLA_N_LP; no RADL pictures after \
        IDR_N_LP and BLA_N_LP
        """,
      cause: """
        The type of the IRAP picture was changed without regard to the pictures after it. Decoders refer to pictures that \
        they do not have.
        """,
      remedy: "Write the IRAP picture as CRA, or encode again.")
  }

  private var irap = HEVCKit.NALUnitType(rawValue: 21)

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isKeyframe { irap = picture.nalUnitType }
    guard let leading = picture.leading else { return }
    let isAllowed = leading == .rasl ? [16, 21, 22, 23].contains(irap.rawValue) : irap.rawValue != 20 && irap.rawValue != 18
    if !isAllowed {
      run.find(self, "\(picture.nalUnitType.name) is associated with \(irap.name)", at: picture.offset, size: picture.size)
    }
  }
}
