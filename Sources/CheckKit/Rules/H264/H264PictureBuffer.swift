import BitstreamKit
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

  private var buffer = DecodedPictureBuffer()
  /// Whether the references in the buffer are known: not after missing frames, a damaged header and fields.
  private var isKnown = false
  /// frame_num of the last reference.
  private var lastFrameNum = 0

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if picture.startsOrder {
      buffer.removeAll()
      isKnown = true
    }
    guard isKnown, picture.field == .frame, !picture.isUnresolved, let limits = stream.pictureLimits, let capacity = limits.bufferedFrames
    else {
      isKnown = false
      return
    }
    let frameNum = Int(picture.frameNum)
    var frame = DecodedPictureBuffer.Frame(
      order: picture.pictureOrderCount, isReference: picture.isReference, isWaiting: true, frameNum: frameNum)
    if !picture.startsOrder, frameNum != lastFrameNum, frameNum != (lastFrameNum + 1) % limits.maxFrameNum {
      isKnown = false
      return
    }
    if picture.isReference {
      if let operations = stream.pictureMarking?.operations {
        for operation in operations { apply(operation, &frame, limits.maxFrameNum) }
      } else if stream.pictureMarking == nil {
        isKnown = false
        return
      } else if let idr = stream.pictureMarking?.idr {
        frame.longTermFrameIdx = idr.longTermReferenceFlag ? 0 : -1
      } else {
        slideWindow(frameNum, limits)
      }
      // After operation 5 the picture has frame_num 0.
      if picture.startsOrder { frame.frameNum = 0 }
      lastFrameNum = frame.frameNum
    }
    switch buffer.take(frame, capacity: max(1, capacity)) {
    case nil: break
    case .full:
      run.find(self, "all \(capacity) frames of the buffer are references", at: picture.offset, size: picture.size)
    case .tooLate(let other):
      run.find(
        self,
        "the picture with PicOrderCnt \(picture.pictureOrderCount) comes after that with \(other) had to leave the buffer of \(capacity) frames",
        at: picture.offset, size: picture.size)
    }
  }

  /// PicNum of a short-term reference.
  private func picNum(_ frame: DecodedPictureBuffer.Frame, _ current: Int, _ maxFrameNum: Int) -> Int {
    frame.frameNum > current ? frame.frameNum - maxFrameNum : frame.frameNum
  }

  /// Sliding window marking (8.2.5.3).
  private func slideWindow(_ current: Int, _ limits: H264PictureLimits) {
    var (count, oldest, lowest) = (0, -1, Int.max)
    for index in 0..<buffer.frames.count where buffer.frames[index].isReference {
      count &+= 1
      if buffer.frames[index].longTermFrameIdx >= 0 { continue }
      let number = picNum(buffer.frames[index], current, limits.maxFrameNum)
      if number < lowest { (oldest, lowest) = (index, number) }
    }
    // Each reference adds one frame, so at most one has to be removed.
    if count >= limits.maxReferences, oldest >= 0 { _ = buffer.unmark(oldest) }
  }

  /// Adaptive marking (8.2.5.4).
  private func apply(
    _ operation: DecRefPicMarking.Operation, _ current: inout DecodedPictureBuffer.Frame, _ maxFrameNum: Int
  ) {
    let wanted = current.frameNum - Int(operation.differenceOfPicNumsMinus1 ?? 0) - 1
    let longTerm = Int(operation.longTermFrameIdx ?? operation.longTermPicNum ?? 0)
    switch operation.memoryManagementControlOperation {
    case 1: if let index = shortTerm(wanted, current.frameNum, maxFrameNum) { _ = buffer.unmark(index) }
    case 2: unmark(from: longTerm, to: longTerm)
    case 3:
      unmark(from: longTerm, to: longTerm)
      if let index = shortTerm(wanted, current.frameNum, maxFrameNum) { buffer.keep(index, as: longTerm) }
    case 4: unmark(from: Int(operation.maxLongTermFrameIdxPlus1 ?? 0), to: .max)
    case 6:
      unmark(from: longTerm, to: longTerm)
      current.longTermFrameIdx = longTerm
    default: break
    }
  }

  /// The short-term reference with this PicNum.
  private func shortTerm(_ wanted: Int, _ current: Int, _ maxFrameNum: Int) -> Int? {
    for index in 0..<buffer.frames.count where buffer.frames[index].isReference && buffer.frames[index].longTermFrameIdx < 0 {
      if picNum(buffer.frames[index], current, maxFrameNum) == wanted { return index }
    }
    return nil
  }

  /// Marks long-term references as unused.
  private func unmark(from first: Int, to last: Int) {
    var index = 0
    while index < buffer.frames.count {
      let number = buffer.frames[index].longTermFrameIdx
      if number < 0 || number < first || number > last || !buffer.unmark(index) { index &+= 1 }
    }
  }
}
