import BitstreamKit
import HEVCKit
import NALKit

/// A mastering display is signalled without an HDR transfer function.
final class HEVCMasteringTransfer: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.mastering-display-transfer", .warning, "a mastering display is signalled without an HDR transfer function",
      clause: "ITU-T H.265 (08/2021) D.3.28; players expect transfer_characteristics or preferred_transfer_characteristics 16 or 18",
      cause: """
        The metadata was copied to video that was converted to SDR, or the VUI was lost. Players map tones twice or not at \
        all.
        """,
      remedy: "Set transfer_characteristics with 'mediaprobe edit --set colour=NAME', or remove the message.")
  }

  private var messages = MasteringTransfer()

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, let set = stream.activeSet else { return }
    let transfer = set.vuiParameters?.videoSignalType?.colourDescription?.transferCharacteristics ?? 2
    for message in information.messages {
      switch message.payload {
      case .alternativeTransferCharacteristics(let other): messages.prefer(other.preferredTransferCharacteristics)
      case .masteringDisplayColourVolume: messages.take(transfer, in: stream.unit, at: stream.unitPath)
      default: break
      }
    }
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) { messages.settle(self, run) }
  override func end(_ stream: HEVCFacts, _ run: CheckRun) { messages.settle(self, run) }
}
