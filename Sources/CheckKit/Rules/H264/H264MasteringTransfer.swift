import BitstreamKit
import H264Kit
import NALKit

/// A mastering display is signalled without an HDR transfer function.
final class H264MasteringTransfer: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.mastering-display-transfer", .warning, "a mastering display is signalled without an HDR transfer function",
      clause: """
        ITU-T H.264 (08/2021) D.2.37: the message describes video of SMPTE ST 2084 content; players expect \
        transfer_characteristics 16, or preferred_transfer_characteristics 18
        """,
      cause: """
        The metadata was copied to video that was converted to SDR, or the VUI was lost. Players map tones twice or not at \
        all.
        """,
      remedy: "Set transfer_characteristics with 'mediaprobe edit --set colour=NAME', or remove the message.")
  }

  private var messages = MasteringTransfer()

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, let set = stream.sets.upcomingSeqParameterSet else { return }
    let transfer = set.vuiParameters?.videoSignalType?.colourDescription?.transferCharacteristics ?? 2
    for message in information.messages {
      switch message.payload {
      case .alternativeTransferCharacteristics(let other): messages.prefer(other.preferredTransferCharacteristics)
      case .masteringDisplayColourVolume: messages.take(transfer, in: stream.unit, at: stream.unitPath)
      default: break
      }
    }
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) { messages.settle(self, run) }
  override func end(_ stream: H264Facts, _ run: CheckRun) { messages.settle(self, run) }
}
