import BitstreamKit
import H264Kit
import NALKit

/// A picture lacks the picture timing message that the VUI announces.
final class H264MissingPicTiming: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.missing-pic-timing", .warning, "a picture lacks the picture timing message that the VUI announces",
      clause: """
        ITU-T H.264 (08/2021) D.2.3: with CpbDpbDelaysPresentFlag or pic_struct_present_flag 1 each access unit has a picture \
        timing message
        """,
      cause: "A tool removed the messages, or the VUI was edited. Receivers that model the buffer and players of fields lose their timing.",
      remedy: "Encode again, or clear the flag with the messages.")
  }

  /// SEI units with picture timing, or with messages that nest others.
  private var messages = MessagePlaces()
  private var number = 0
  private var first: (offset: UInt64, size: UInt64)?

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, information.messages.contains(where: { [1, 30, 37].contains($0.payloadType) }) else {
      return
    }
    messages.note(stream.unit.offset)
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    let hasTiming = messages.take(picture.offset, picture.size)
    guard !hasTiming, !picture.isUnresolved, let limits = stream.pictureLimits, limits.hasPictureStructure || limits.hasHRD else { return }
    if number == 0 { first = (picture.offset, picture.size) }
    number += 1
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    guard let first else { return }
    run.find(self, "\(counted(number, "picture has", "pictures have")) no picture timing message", at: first.offset, size: first.size)
  }
}
