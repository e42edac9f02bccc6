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
      guard let marking = stream.pictureMarking else {
        isKnown = false
        return
      }
      if let operations = marking.operations {
        for operation in operations { apply(operation, &frame, limits.maxFrameNum) }
      } else if let idr = marking.idr {
        frame.longTermFrameIdx = idr.longTermReferenceFlag ? 0 : nil
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
    var count = 0
    for frame in buffer.frames where frame.isReference { count &+= 1 }
    while count >= limits.maxReferences {
      var oldest: Int?
      for index in buffer.frames.indices where buffer.frames[index].isReference && buffer.frames[index].longTermFrameIdx == nil {
        let number = picNum(buffer.frames[index], current, limits.maxFrameNum)
        if let other = oldest, picNum(buffer.frames[other], current, limits.maxFrameNum) <= number { continue }
        oldest = index
      }
      guard let oldest else { return }
      buffer.frames[oldest].isReference = false
      count &-= 1
    }
  }

  /// Adaptive marking (8.2.5.4).
  private func apply(
    _ operation: DecRefPicMarking.Operation, _ current: inout DecodedPictureBuffer.Frame, _ maxFrameNum: Int
  ) {
    let wanted = current.frameNum - Int(operation.differenceOfPicNumsMinus1 ?? 0) - 1
    let number = current.frameNum
    let index = operation.longTermFrameIdx.map { Int($0) }
    switch operation.memoryManagementControlOperation {
    case 1: unmark { $0.longTermFrameIdx == nil && picNum($0, number, maxFrameNum) == wanted }
    case 2: unmark { $0.longTermFrameIdx == operation.longTermPicNum.map { Int($0) } }
    case 3:
      unmark { $0.longTermFrameIdx == index }
      for place in buffer.frames.indices {
        let frame = buffer.frames[place]
        if frame.isReference, frame.longTermFrameIdx == nil, picNum(frame, number, maxFrameNum) == wanted {
          buffer.frames[place].longTermFrameIdx = index
        }
      }
    case 4: unmark { $0.longTermFrameIdx.map { $0 >= Int(operation.maxLongTermFrameIdxPlus1 ?? 0) } ?? false }
    case 6:
      unmark { $0.longTermFrameIdx == index }
      current.longTermFrameIdx = index
    default: break
    }
  }

  /// Marks references as unused.
  private func unmark(_ isMeant: (DecodedPictureBuffer.Frame) -> Bool) {
    for index in buffer.frames.indices where buffer.frames[index].isReference && isMeant(buffer.frames[index]) {
      (buffer.frames[index].isReference, buffer.frames[index].longTermFrameIdx) = (false, nil)
    }
  }
}
