import BitstreamKit
import H264Kit
import NALKit

/// An IDR picture lacks the buffering period message that HRD parameters require.
final class H264MissingBufferingPeriod: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.missing-buffering-period", .warning, "an IDR picture lacks the buffering period message that HRD parameters require",
      clause: "ITU-T H.264 (08/2021) D.2.2: with NAL or VCL HRD parameters each IDR access unit has a buffering period message",
      cause:
        "A tool removed the message, or HRD parameters were added without messages. Receivers that model the buffer do not begin there.",
      remedy: "Encode again, or remove the HRD parameters: 'mediaprobe edit --set nal_hrd_parameters_present_flag=0 IN -o OUT'.")
  }

  private var messages = MessagePlaces()
  private var number = 0
  private var first: (offset: UInt64, size: UInt64)?

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    if information.messages.contains(where: { [0, 30, 37].contains($0.payloadType) }) { messages.note(stream.unit.offset) }
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if messages.take(picture.offset, picture.size) { return }
    guard picture.isKeyframe, !picture.isUnresolved, stream.pictureLimits?.hasHRD == true else { return }
    if number == 0 { first = (picture.offset, picture.size) }
    number += 1
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    guard let first else { return }
    let pictures = counted(number, "IDR picture has", "IDR pictures have")
    run.find(self, "\(pictures) no buffering period message", at: first.offset, size: first.size)
  }
}
