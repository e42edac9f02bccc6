import BitstreamKit
import H264Kit

/// The frames that later frames of an H.264 stream may refer to, as slice headers mark them, in the buffer in which they wait for output.
///
/// ITU-T H.264 (08/2021) 8.2.4 and 8.2.5.
struct H264References {
  private var buffer = DecodedPictureBuffer()
  /// Whether the references in the buffer are known: not after missing frames, a damaged header and fields.
  private var isKnown = false
  /// Whether no picture before them may be missing: not after a recovery point, at which streams are cut and joined.
  private var isComplete = false
  /// frame_num of the last reference.
  private var lastFrameNum = 0
  /// MaxLongTermFrameIdx plus 1; 0 for "no long-term frame indices".
  private var longTermCount = 0
  /// What the lists of the picture under way name in vain, the first of them.
  private var missingInLists: String?

  /// What is wrong with the output of the last picture.
  private(set) var fault: DecodedPictureBuffer.Fault?
  /// The reference that the headers of the last picture name in vain, the first of them.
  private(set) var missing: String?

  /// Takes a picture, whose slices have all come.
  mutating func take(_ picture: H264Picture, _ marking: DecRefPicMarking?, _ limits: H264PictureLimits?) {
    (missing, missingInLists, fault) = (missingInLists, nil, nil)
    if picture.startsOrder {
      buffer.removeAll()
      (isKnown, isComplete, longTermCount) = (true, true, 0)
    }
    if case .recoveryPoint = picture.randomAccess { isComplete = false }
    defer { if !isComplete || picture.startsOrder { missing = nil } }
    guard isKnown, picture.field == .frame, !picture.isUnresolved, let limits, let capacity = limits.bufferedFrames,
      picture.startsOrder || follows(picture.frameNum, limits), marking != nil || !picture.isReference
    else {
      isKnown = false
      return
    }
    let frameNum = Int(picture.frameNum)
    var frame = DecodedPictureBuffer.Frame(
      order: picture.pictureOrderCount, isReference: picture.isReference, isWaiting: true, frameNum: frameNum)
    if picture.isReference {
      if let operations = marking?.operations {
        for operation in operations { apply(operation, &frame, limits.maxFrameNum) }
      } else if let idr = marking?.idr {
        if idr.longTermReferenceFlag { (frame.longTermFrameIdx, longTermCount) = (0, 1) }
      } else {
        slideWindow(frameNum, limits)
      }
      // After operation 5 the picture has frame_num 0.
      if picture.startsOrder { frame.frameNum = 0 }
      lastFrameNum = frame.frameNum
    }
    fault = buffer.take(frame, capacity: max(1, capacity))
  }

  /// Takes the header of a slice of the picture that `take` receives next (8.2.4.3).
  mutating func note(_ slice: H264SliceHeader, _ limits: H264PictureLimits?) {
    guard isKnown, missingInLists == nil, slice.fieldPicFlag != true, slice.idrPicId == nil, slice.redundantPicCnt ?? 0 == 0, let limits,
      follows(slice.frameNum, limits)
    else { return }
    let (current, maxFrameNum) = (Int(slice.frameNum), limits.maxFrameNum)
    for list in [slice.refPicListModificationL0, slice.refPicListModificationL1] {
      var predicted = current
      for step in list ?? [] {
        if let number = step.longTermPicNum {
          if longTerm(Int(number)) == nil { missingInLists = Self.words("a list", "LongTermPicNum", Int(number)) }
        } else if let difference = step.absDiffPicNumMinus1 {
          predicted += (step.modificationOfPicNumsIdc == 0 ? -1 : 1) * (Int(difference) + 1)
          predicted = (predicted % maxFrameNum + maxFrameNum) % maxFrameNum
          let number = predicted > current ? predicted - maxFrameNum : predicted
          if shortTerm(number, current, maxFrameNum) == nil { missingInLists = Self.words("a list", "PicNum", number) }
        }
      }
    }
  }

  private static func words(_ what: String, _ name: String, _ number: Int) -> String {
    "\(what) names the frame with \(name) \(number), which is no reference"
  }

  /// Whether no reference is missing before a frame.
  private func follows(_ frameNum: UInt32, _ limits: H264PictureLimits) -> Bool {
    let frameNum = Int(frameNum)
    return frameNum == lastFrameNum || frameNum == (lastFrameNum + 1) % limits.maxFrameNum
  }

  /// PicNum of a short-term reference.
  private func picNum(_ frame: DecodedPictureBuffer.Frame, _ current: Int, _ maxFrameNum: Int) -> Int {
    frame.frameNum > current ? frame.frameNum - maxFrameNum : frame.frameNum
  }

  /// Sliding window marking (8.2.5.3).
  private mutating func slideWindow(_ current: Int, _ limits: H264PictureLimits) {
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
  private mutating func apply(
    _ operation: DecRefPicMarking.Operation, _ current: inout DecodedPictureBuffer.Frame, _ maxFrameNum: Int
  ) {
    let code = operation.memoryManagementControlOperation
    if code == 4 || code == 5 {
      longTermCount = Int(operation.maxLongTermFrameIdxPlus1 ?? 0)
      return unmark(from: longTermCount, to: .max)
    }
    let what = "operation \(code)"
    let number = Int(operation.longTermFrameIdx ?? operation.longTermPicNum ?? 0)
    if operation.longTermFrameIdx != nil, number >= longTermCount {
      missing = missing ?? "\(what) gives long_term_frame_idx \(number), of \(longTermCount) that operation 4 allows"
    }
    if operation.longTermPicNum != nil, longTerm(number) == nil { missing = missing ?? Self.words(what, "LongTermPicNum", number) }
    if code == 2 || code == 3 || code == 6 { unmark(from: number, to: number) }
    if code == 6 { current.longTermFrameIdx = number }
    guard let difference = operation.differenceOfPicNumsMinus1 else { return }
    let wanted = current.frameNum - Int(difference) - 1
    guard let index = shortTerm(wanted, current.frameNum, maxFrameNum) else {
      missing = missing ?? Self.words(what, "PicNum", wanted)
      return
    }
    if code == 1 { _ = buffer.unmark(index) } else { buffer.keep(index, as: number) }
  }

  /// The short-term reference with this PicNum.
  private func shortTerm(_ wanted: Int, _ current: Int, _ maxFrameNum: Int) -> Int? {
    buffer.frames.firstIndex { $0.isReference && $0.longTermFrameIdx < 0 && picNum($0, current, maxFrameNum) == wanted }
  }

  /// The long-term reference with this LongTermPicNum.
  private func longTerm(_ wanted: Int) -> Int? { buffer.frames.firstIndex { $0.longTermFrameIdx == wanted } }

  /// Marks long-term references as unused.
  private mutating func unmark(from first: Int, to last: Int) {
    var index = 0
    while index < buffer.frames.count {
      let number = buffer.frames[index].longTermFrameIdx
      if number < 0 || number < first || number > last || !buffer.unmark(index) { index &+= 1 }
    }
  }
}
