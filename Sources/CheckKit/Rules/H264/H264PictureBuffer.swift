import H264Kit

/// The decoded picture buffer is too small for the pictures.
final class H264PictureBuffer: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.picture-buffer", .error, "the decoded picture buffer is too small for the pictures",
      clause: """
        ITU-T H.264 (08/2021) C.4.5.3, output of pictures from a full buffer; 8.2.5.3 and 8.2.5.4, marking of references; E.2.1, \
        max_dec_frame_buffering
        """,
      cause: """
        max_dec_frame_buffering was edited to a lower value, or the encoder keeps more references and pictures that wait for \
        output than it says. Decoders that reserve memory by it show pictures in the wrong order, or drop references.
        """,
      remedy: "Encode again with fewer references or B pictures, or correct max_dec_frame_buffering.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard let fault = stream.references.fault, let capacity = stream.pictureLimits?.bufferedFrames else { return }
    switch fault {
    case .full:
      run.find(self, "all \(capacity) frames of the buffer are references", at: picture.offset, size: picture.size)
    case .tooLate(let other):
      run.find(
        self,
        "the picture with PicOrderCnt \(picture.pictureOrderCount) comes after that with \(other) had to leave the buffer of \(capacity) frames",
        at: picture.offset, size: picture.size)
    }
  }
}
