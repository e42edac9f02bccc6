import BitstreamKit
import H264Kit

/// Two IDR pictures in a row have the same idr_pic_id.
final class H264IDRPicIDRepeated: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.idr-pic-id-repeated", .error, "two IDR pictures in a row have the same idr_pic_id",
      clause: "ITU-T H.264 (08/2021) 7.4.3, idr_pic_id: two consecutive access units that are both IDR shall differ in it",
      cause: """
        The encoder or a tool that joined streams does not count it. Where slices of both pictures are lost, decoders \
        merge them to one.
        """,
      remedy: "Encode again, or accept: decoders that read whole pictures are not affected.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard let previous = stream.previous, previous.isKeyframe, picture.isKeyframe, let id = picture.idrPicId, id == previous.idrPicId else {
      return
    }
    run.find(self, "idr_pic_id is \(id) in both", at: picture.offset, size: picture.size)
  }
}
