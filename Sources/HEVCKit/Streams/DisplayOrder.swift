/// Assigns output order indices to pictures with bounded memory: the output order operation ("bumping") of a decoded picture buffer.
///
/// ITU-T H.265 (08/2021) C.5.2. A picture is output when more pictures are queued than sps_max_num_reorder_pics allows, when one is
/// queued longer than SpsMaxLatencyPictures, or when a new sequence starts. DPB fullness due to reference pictures is not modelled: it
/// causes earlier output but does not change the order. A picture that is not output (pic_output_flag 0, RASL after the start, pictures
/// discarded by no_output_of_prior_pics_flag) has no output index; in the presentation order of a container it has a place by its order
/// count.
public struct DisplayOrder: Sendable {
  /// A picture queued for output.
  private struct Waiting: Sendable {
    var serial: UInt64
    var count: Int
    var latency: Int
    var fieldPeriods: UInt8
    var isOutput: Bool
  }

  /// The maximum number of pictures held to return them in decoding order; beyond it, the oldest is returned without an index.
  public static let maxHeld = 4096

  /// The maximum number of pictures so far that precede a picture in decoding order and follow it in output order.
  public private(set) var reorderDepth = 0
  /// The number of pictures with an output index.
  public private(set) var outputCount: UInt64 = 0
  /// Their field periods.
  private var outputTime: UInt64 = 0
  /// The number of all pictures with a place in presentation order, and their field periods.
  private var (placeCount, placeTime): (UInt64, UInt64) = (0, 0)
  /// The maximum number of waiting pictures that are not output.
  private static let maxHidden = 64

  /// Pictures not yet returned, in decoding order from index `first`; `isSettled` marks those whose output index is known.
  private var held: [Picture] = []
  private var isSettled: [Bool] = []
  private var first: UInt64 = 0
  private var waiting: [Waiting] = []
  /// The number of them that are to be output.
  private var outputWaiting = 0
  private var limits = OutputLimits()

  /// Creates the state before the first picture.
  public init() {}

  /// Adds the next picture in decoding order.
  /// - Returns: pictures whose output index is final, in decoding order; `displayIndex` is nil for those that are never output.
  public mutating func take(_ picture: Picture) -> [Picture] {
    if picture.startsOrder {
      while !waiting.isEmpty { bump(isDiscarded: picture.noOutputOfPriorPics) }
    }
    if !picture.isUnresolved || picture.startsOrder { limits = picture.outputLimits }
    let serial = first &+ UInt64(held.count)
    held.append(picture)
    held[held.count - 1].displayIndex = nil
    isSettled.append(false)
    if picture.isOutput {
      for i in waiting.indices where waiting[i].count > picture.pictureOrderCount { waiting[i].latency += 1 }
      outputWaiting += 1
    }
    waiting.append(
      Waiting(
        serial: serial, count: picture.pictureOrderCount, latency: 0, fieldPeriods: picture.fieldPeriods, isOutput: picture.isOutput))
    while isOverfull || waiting.count - outputWaiting > Self.maxHidden { bump() }
    return settled()
  }

  /// Ends the stream or sequence and outputs all queued pictures.
  /// - Returns: the remaining pictures, in decoding order.
  public mutating func finish() -> [Picture] {
    while !waiting.isEmpty { bump() }
    return settled()
  }

  private var isOverfull: Bool {
    if outputWaiting > limits.maxNumReorderPics { return true }
    guard let limit = limits.maxLatencyPictures else { return false }
    return waiting.contains { $0.isOutput && $0.latency >= limit }
  }

  /// C.5.2.4: outputs the picture with the smallest order count.
  /// - Parameter isDiscarded: whether it is discarded instead (C.5.2.2).
  private mutating func bump(isDiscarded: Bool = false) {
    guard let next = waiting.indices.min(by: { waiting[$0].count < waiting[$1].count }) else { return }
    let picture = waiting.remove(at: next)
    let isOutput = picture.isOutput && !isDiscarded
    if picture.isOutput { outputWaiting -= 1 }
    if isOutput { reorderDepth = max(reorderDepth, waiting.reduce(0) { $0 + ($1.isOutput && $1.serial < picture.serial ? 1 : 0) }) }
    if picture.serial >= first {
      let place = Int(picture.serial - first)
      if isOutput {
        held[place].displayIndex = outputCount
        held[place].displayTime = outputTime
      }
      held[place].presentationIndex = placeCount
      held[place].presentationTime = placeTime
      isSettled[place] = true
    }
    placeCount &+= 1
    placeTime &+= UInt64(picture.fieldPeriods)
    if isOutput {
      outputCount &+= 1
      outputTime &+= UInt64(picture.fieldPeriods)
    }
  }

  private mutating func settled() -> [Picture] {
    var count = 0
    while count < held.count, isSettled[count] || held.count - count > Self.maxHeld { count += 1 }
    if count == 0 { return [] }
    let done = Array(held[..<count])
    held.removeFirst(count)
    isSettled.removeFirst(count)
    first &+= UInt64(count)
    return done
  }
}
