import HEVCKit

/// The decoded picture buffer is too small for the pictures.
final class HEVCPictureBuffer: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.picture-buffer", .error, "the decoded picture buffer is too small for the pictures",
      clause: """
        ITU-T H.265 (08/2021) C.5.2.2, output and removal of pictures; 7.4.3.2.1, sps_max_dec_pic_buffering_minus1
        """,
      cause: """
        The set was edited to a lower value, or the encoder keeps more references and pictures that wait for output than it \
        says. Decoders that reserve memory by it show pictures in the wrong order, or drop references.
        """,
      remedy: "Encode again.")
  }

  private var buffer = DecodedPictureBuffer()
  /// Whether the pictures in the buffer are known: not after a damaged header, or with long-term references.
  private var isKnown = false

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.startsOrder {
      buffer.removeAll()
      isKnown = picture.isKeyframe
    }
    // Pictures before and after a skipped one do not refer to it.
    if picture.isSkippedLeading { return }
    guard isKnown, !picture.isUnresolved, let references = stream.pictureReferences, let set = stream.pictureSet,
      set.spsExtension?.scc == nil, let limit = set.subLayerOrderingInfo.last?.maxDecPicBufferingMinus1
    else {
      isKnown = false
      return
    }
    let own = picture.pictureOrderCount
    var index = 0
    while index < buffer.frames.count {
      let delta = Int32(truncatingIfNeeded: buffer.frames[index].order &- own)
      let isKept = !buffer.frames[index].isReference || references.deltaPocS0.contains(delta) || references.deltaPocS1.contains(delta)
      if isKept || !buffer.unmark(index) { index &+= 1 }
    }
    let capacity = Int(limit) + 1
    switch buffer.take(.init(order: own, isReference: true, isWaiting: picture.isOutput), capacity: capacity) {
    case nil: break
    case .full:
      run.find(self, "all \(capacity) pictures of the buffer are references", at: picture.offset, size: picture.size)
    case .tooLate(let other):
      run.find(
        self, "picture \(own) comes after picture \(other) had to leave the buffer of \(capacity) pictures", at: picture.offset,
        size: picture.size)
    }
  }
}
