/// Numbers pictures in the order in which a decoder puts them out, as far as memory allows: the output order operation ("bumping") of
/// a decoded picture buffer.
///
/// ITU-T H.265 (08/2021) C.5.2. A picture is put out when more pictures wait than sps_max_num_reorder_pics allows, or one of them
/// longer than SpsMaxLatencyPictures, and when a new sequence begins. How full the buffer is with reference pictures is not looked
/// at: that makes pictures leave earlier and changes no order. A picture that is not output (pic_output_flag 0, RASL behind the
/// start, pictures that no_output_of_prior_pics_flag throws away) has no number.
public struct DisplayOrder: Sendable {
  /// A picture that waits for output.
  private struct Waiting: Sendable {
    var serial: UInt64
    var count: Int
    var latency: Int
  }

  /// The maximum number of pictures held to return them in decoding order; beyond it, the oldest is returned without an index.
  public static let mostHeld = 4096

  /// The largest number of pictures that precede a picture in decoding order and follow it in output order, so far.
  public private(set) var reorderDepth = 0
  /// How many pictures were given a number.
  public private(set) var outputCount: UInt64 = 0

  /// Pictures not yet handed back, in decoding order from `first` on; `isSettled` says of each whether its number is known.
  private var held: [Picture] = []
  private var isSettled: [Bool] = []
  private var first: UInt64 = 0
  private var waiting: [Waiting] = []
  private var limits = OutputLimits()

  /// Before the first picture.
  public init() {}

  /// Takes the next picture in decoding order.
  /// - Returns: pictures whose place in output order is settled, in decoding order; `displayIndex` is nil in those that are never output.
  public mutating func take(_ picture: Picture) -> [Picture] {
    if picture.startsSequence {
      if picture.noOutputOfPriorPics { discard() } else { while !waiting.isEmpty { bump() } }
    }
    if !picture.isUnresolved || picture.startsSequence { limits = picture.outputLimits }
    let serial = first &+ UInt64(held.count)
    held.append(picture)
    held[held.count - 1].displayIndex = nil
    isSettled.append(!picture.isOutput)
    if picture.isOutput {
      for i in waiting.indices where waiting[i].count > picture.pictureOrderCount { waiting[i].latency += 1 }
      waiting.append(Waiting(serial: serial, count: picture.pictureOrderCount, latency: 0))
      while isOverfull { bump() }
    }
    return settled()
  }

  /// The end of the stream, or of what belongs together: puts out all that waits.
  /// - Returns: the pictures that are left, in decoding order.
  public mutating func finish() -> [Picture] {
    while !waiting.isEmpty { bump() }
    return settled()
  }

  private var isOverfull: Bool {
    if waiting.count > limits.maxNumReorderPics { return true }
    guard let most = limits.maxLatencyPictures else { return false }
    return waiting.contains { $0.latency >= most }
  }

  /// C.5.2.4: the picture with the smallest count is put out.
  private mutating func bump() {
    guard let next = waiting.indices.min(by: { waiting[$0].count < waiting[$1].count }) else { return }
    let picture = waiting.remove(at: next)
    reorderDepth = max(reorderDepth, waiting.reduce(0) { $0 + ($1.serial < picture.serial ? 1 : 0) })
    if picture.serial >= first {
      let place = Int(picture.serial - first)
      held[place].displayIndex = outputCount
      isSettled[place] = true
    }
    outputCount &+= 1
  }

  /// C.5.2.2: what waits is thrown away.
  private mutating func discard() {
    for picture in waiting where picture.serial >= first { isSettled[Int(picture.serial - first)] = true }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func settled() -> [Picture] {
    var count = 0
    while count < held.count, isSettled[count] || held.count - count > Self.mostHeld { count += 1 }
    if count == 0 { return [] }
    let done = Array(held[..<count])
    held.removeFirst(count)
    isSettled.removeFirst(count)
    first &+= UInt64(count)
    return done
  }
}
