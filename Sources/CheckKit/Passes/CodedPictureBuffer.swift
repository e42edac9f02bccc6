import BitstreamKit

/// The coded picture buffer of a hypothetical reference decoder, for one schedule of delivery.
///
/// ITU-T H.264 (08/2021) C.1 and C.3, ITU-T H.265 (08/2021) C.2 and C.4: access units arrive at the bit rate and are removed at the times
/// of the buffering period and picture timing messages.
struct CodedPictureBuffer {
  /// The timing of one access unit.
  struct AccessUnit {
    /// The number of bits.
    var bits: Double
    /// cpb_removal_delay in seconds.
    var removalDelay: Double
    /// initial_cpb_removal_delay and its offset in seconds.
    var initialDelay: Double
    var initialOffset: Double
    /// Whether it begins a buffering period.
    var startsPeriod: Bool
  }

  /// Bits a second.
  let bitRate: Double
  /// The size in bits.
  let size: Double
  /// Whether bits arrive at a constant rate without pauses (cbr_flag).
  let isConstant: Bool
  /// Whether bytes may be missing, such as filler data that a container drops: an overflow at a constant rate is then not certain.
  let isLossy: Bool

  /// Whether the removals are kept until `takeRemovals`.
  var isObserved = false
  /// Whether the last access unit came too late.
  private(set) var isUnderflow = false
  private var removals: [Removal] = []

  /// The removal of an access unit.
  struct Removal {
    /// The time in seconds after the arrival of the first bit.
    var seconds: Double
    /// The bits in the buffer before the removal.
    var fullness: Double
    /// The bits of the access unit.
    var bits: Double
  }

  private var hasBegun = false
  private var finalArrival = 0.0
  /// The removal time of the last access unit.
  private var lastRemoval = 0.0
  /// The removal time of the first access unit of the buffering period.
  private var periodRemoval = 0.0
  private var fullness = 0.0
  /// Access units in the buffer, oldest first from `first` on.
  private var waiting: [(removal: Double, bits: Double)] = []
  private var first = 0

  /// Two ticks of the clock in which the initial delays are stated.
  private static let tolerance = 2 / 90_000.0
  /// The part of the buffer by which initial delays may be wrong: x265 does not count its parameter sets and messages.
  private static let slack = 0.1
  private static let maxWaiting = 1 << 14

  init(bitRate: UInt64, size: UInt64, isConstant: Bool, isLossy: Bool) {
    (self.bitRate, self.size) = (max(1, Double(bitRate)), Double(size))
    (self.isConstant, self.isLossy) = (isConstant, isLossy)
  }

  /// Takes the next access unit. Returns what is wrong with it.
  mutating func take(_ unit: AccessUnit) -> String? {
    let removal = hasBegun ? periodRemoval + unit.removalDelay : unit.initialDelay
    var fault: String?
    if hasBegun, unit.startsPeriod, !isLossy {
      let wait = (removal - finalArrival) * 90_000
      let stated = (unit.initialDelay * 90_000).rounded()
      let slack = max(1, Self.slack * size / bitRate * 90_000)
      if stated > wait.rounded(.up) + slack {
        fault =
          "the initial removal delay of \(Int64(saturating: stated)) / 90000 s is longer than the \(decimal(wait)) / 90000 s that the buffer has"
      } else if isConstant, stated < wait.rounded(.down) - slack {
        fault =
          "the initial removal delay of \(Int64(saturating: stated)) / 90000 s is shorter than the \(decimal(wait)) / 90000 s of a constant rate"
      }
    }
    let earliest = removal - unit.initialDelay - (unit.startsPeriod ? 0 : unit.initialOffset)
    let arrival = isConstant || !hasBegun ? finalArrival : max(finalArrival, earliest)
    let end = arrival + unit.bits / bitRate
    let overflow = fill(from: arrival, to: end, unit.bits)
    if !isLossy || !isConstant, let overflow, overflow > Self.tolerance * bitRate + 64 {
      fault = fault ?? "the buffer of \(Int64(saturating: size)) bits overflows by \(Int64(saturating: overflow))"
    }
    if end > removal + Self.tolerance {
      fault = "the buffer underflows: the last bit arrives \(decimal((end - removal) * 1000)) ms after the time of removal"
    }
    isUnderflow = end > removal + Self.tolerance
    // The clock may change with a buffering period, where another stream may be joined as well.
    if hasBegun, !unit.startsPeriod, removal < lastRemoval + 1e-9 {
      fault = fault ?? "the access unit is removed \(decimal((lastRemoval - removal) * 1000)) ms before the preceding one"
    }
    lastRemoval = removal
    waiting.append((removal, unit.bits))
    if waiting.count - first > Self.maxWaiting { (waiting, first, fullness) = ([], 0, 0) }
    (hasBegun, finalArrival) = (true, end)
    if unit.startsPeriod { periodRemoval = removal }
    return fault
  }

  /// Adds bits that arrive over a time, and removes the access units whose time comes. Returns by how much the buffer is too full at most.
  private mutating func fill(from start: Double, to end: Double, _ bits: Double) -> Double? {
    var excess = -size
    while first < waiting.count, waiting[first].removal <= end {
      let arrived = max(0, waiting[first].removal - start) * bitRate
      excess = max(excess, fullness + min(arrived, bits) - size)
      if isObserved {
        removals.append(Removal(seconds: waiting[first].removal, fullness: fullness + min(arrived, bits), bits: waiting[first].bits))
      }
      fullness -= waiting[first].bits
      first += 1
    }
    if first > 256 {
      waiting.removeFirst(first)
      first = 0
    }
    fullness += bits
    excess = max(excess, fullness - size)
    return excess > 0 ? excess : nil
  }

  /// Removes what is still waiting, at the end of the stream.
  mutating func removeAll() {
    for unit in waiting[min(first, waiting.count)...] {
      if isObserved { removals.append(Removal(seconds: unit.removal, fullness: fullness, bits: unit.bits)) }
      fullness -= unit.bits
    }
    (waiting, first, fullness) = ([], 0, 0)
  }

  /// The removals since the last call.
  mutating func takeRemovals() -> [Removal] {
    defer { removals.removeAll(keepingCapacity: true) }
    return removals
  }
}
