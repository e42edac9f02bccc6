/// A model of the decoded picture buffer in the order of output: pictures leave it when they are neither references nor wait for output,
/// and are output when the buffer is full, the lowest order count first.
///
/// ITU-T H.264 (08/2021) C.4.4 and C.4.5; ITU-T H.265 (08/2021) C.5.2.2.
struct DecodedPictureBuffer {
  /// A frame in the buffer.
  struct Frame {
    /// Its order count.
    var order: Int
    /// Whether later pictures may refer to it.
    var isReference: Bool
    /// Whether it has not been output.
    var isWaiting: Bool
    /// frame_num of a short-term reference of H.264.
    var frameNum = 0
    /// LongTermFrameIdx of a long-term reference of H.264; -1 for others.
    var longTermFrameIdx = -1
  }

  /// What is wrong with a picture.
  enum Fault {
    /// The buffer is full of references.
    case full
    /// A picture that follows it in output order had to be output before; the highest order count of those.
    case tooLate(Int)
  }

  /// The frames in the buffer, the first decoded first.
  private(set) var frames: [Frame] = []
  /// The highest order count that was output since order counts restarted.
  private var lastOutput: Int?

  /// Outputs and removes all frames, in front of a picture where order counts restart.
  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    lastOutput = nil
  }

  /// Takes a decoded picture, whose references are marked.
  /// - Parameter capacity: the number of frames that the buffer holds, at least 1.
  /// - Returns: what is wrong; nil if the picture finds its place.
  mutating func take(_ frame: Frame, capacity: Int) -> Fault? {
    var fault: Fault?
    if frame.isWaiting, let lastOutput, frame.order < lastOutput { fault = .tooLate(lastOutput) }
    while frames.count >= capacity {
      let next = nextOutput()
      // A picture that no other refers to needs no room where it is the next to be output.
      if !frame.isReference, !frame.isWaiting || next.map({ frame.order < frames[$0].order }) ?? true {
        if frame.isWaiting { lastOutput = max(lastOutput ?? frame.order, frame.order) }
        return fault
      }
      guard let next else {
        // Makes room, so that one fault does not bring others.
        frames.removeFirst(frames.count &- capacity &+ 1)
        fault = .full
        break
      }
      lastOutput = max(lastOutput ?? frames[next].order, frames[next].order)
      frames[next].isWaiting = false
      if !frames[next].isReference { frames.remove(at: next) }
    }
    if frame.isReference || frame.isWaiting { frames.append(frame) }
    return fault
  }

  /// Makes a long-term reference of a frame.
  mutating func keep(_ index: Int, as longTermFrameIdx: Int) { frames[index].longTermFrameIdx = longTermFrameIdx }

  /// Notes that no later picture refers to a frame, which leaves the buffer if it does not wait for output.
  /// - Returns: whether it left.
  mutating func unmark(_ index: Int) -> Bool {
    (frames[index].isReference, frames[index].longTermFrameIdx) = (false, -1)
    if frames[index].isWaiting { return false }
    frames.remove(at: index)
    return true
  }

  /// The place of the frame that is output next; nil if none waits.
  private func nextOutput() -> Int? {
    var (found, lowest) = (-1, Int.max)
    for index in 0..<frames.count where frames[index].isWaiting && frames[index].order < lowest {
      (found, lowest) = (index, frames[index].order)
    }
    return found < 0 ? nil : found
  }
}
