import BitstreamKit

/// A derived short-term reference picture set: `StRefPicSet` with prediction resolved.
///
/// ITU-T H.265 (08/2021) 7.4.8, equations 7-61 to 7-66.
public struct RefPicSet: Equatable, Sendable {
  /// DeltaPocS0: picture order count differences to preceding pictures, nearest first.
  public var deltaPocS0 = ShortList<Int32>()
  /// Bit i is UsedByCurrPicS0[i].
  public var usedByCurrPicS0: UInt32 = 0
  /// DeltaPocS1: picture order count differences to following pictures, nearest first.
  public var deltaPocS1 = ShortList<Int32>()
  /// Bit i is UsedByCurrPicS1[i].
  public var usedByCurrPicS1: UInt32 = 0

  /// A set without pictures.
  public init() {}

  /// NumDeltaPocs.
  public var numDeltaPocs: Int { deltaPocS0.count + deltaPocS1.count }
  /// The number of pictures that the current one may reference: the contribution to NumPicTotalCurr.
  public var usedCount: Int { usedByCurrPicS0.nonzeroBitCount + usedByCurrPicS1.nonzeroBitCount }

  /// Creates a set from one coded without prediction.
  public init(_ coded: StRefPicSet.Pictures) {
    var poc: Int32 = 0
    for delta in coded.deltaPocS0Minus1 {
      poc -= Int32(delta) + 1
      deltaPocS0.append(poc)
    }
    poc = 0
    for delta in coded.deltaPocS1Minus1 {
      poc += Int32(delta) + 1
      deltaPocS1.append(poc)
    }
    usedByCurrPicS0 = coded.usedByCurrPicS0Flags
    usedByCurrPicS1 = coded.usedByCurrPicS1Flags
  }

  /// Creates a set from one predicted from `other`; nil if it has more than 16 pictures.
  public init?(_ coded: StRefPicSet.Prediction, from other: RefPicSet) {
    // A chain has at most 64 predictions, so sums stay far below 2^31.
    let delta = coded.deltaRpsSign ? -Int32(coded.absDeltaRpsMinus1) - 1 : Int32(coded.absDeltaRpsMinus1) + 1
    let kept = coded.usedByCurrPicFlags | coded.useDeltaFlags
    let (negative, count) = (other.deltaPocS0.count, other.numDeltaPocs)
    if count > 16 { return nil }
    for j in stride(from: other.deltaPocS1.count - 1, through: 0, by: -1) {
      if !add(other.deltaPocS1[j] &+ delta, negative + j, coded, kept, after: false) { return nil }
    }
    if !add(delta, count, coded, kept, after: false) { return nil }
    for j in 0..<negative {
      if !add(other.deltaPocS0[j] &+ delta, j, coded, kept, after: false) { return nil }
    }
    for j in stride(from: negative - 1, through: 0, by: -1) {
      if !add(other.deltaPocS0[j] &+ delta, j, coded, kept, after: true) { return nil }
    }
    if !add(delta, count, coded, kept, after: true) { return nil }
    for j in 0..<other.deltaPocS1.count {
      if !add(other.deltaPocS1[j] &+ delta, negative + j, coded, kept, after: true) { return nil }
    }
    if numDeltaPocs > 16 { return nil }
  }

  /// Copies picture `j` of the other set if it is kept and on this side; returns false if the list is full.
  private mutating func add(_ poc: Int32, _ j: Int, _ coded: StRefPicSet.Prediction, _ kept: UInt32, after: Bool) -> Bool {
    let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: j)
    guard kept & bit != 0, after ? poc > 0 : poc < 0 else { return true }
    let used: UInt32 = coded.usedByCurrPicFlags & bit != 0 ? 1 : 0
    if after {
      if deltaPocS1.count == 16 { return false }
      usedByCurrPicS1 |= used << UInt32(truncatingIfNeeded: deltaPocS1.count)
      deltaPocS1.append(poc)
    } else {
      if deltaPocS0.count == 16 { return false }
      usedByCurrPicS0 |= used << UInt32(truncatingIfNeeded: deltaPocS0.count)
      deltaPocS0.append(poc)
    }
    return true
  }

  /// Creates the set of `coded`; `before` are the preceding sets of the SPS.
  public init?(_ coded: StRefPicSet, before: [RefPicSet]) {
    if let pictures = coded.pictures {
      self.init(pictures)
    } else if let prediction = coded.prediction {
      let index = before.count - 1 - Int(prediction.deltaIdxMinus1 ?? 0)
      guard index >= 0, index < before.count else { return nil }
      self.init(prediction, from: before[index])
    } else {
      self.init()
    }
  }
}

extension SeqParameterSet {
  /// The derived short-term reference picture sets in order, up to the first invalid one.
  public var refPicSets: [RefPicSet] {
    var sets: [RefPicSet] = []
    for coded in stRefPicSets {
      guard let set = RefPicSet(coded, before: sets) else { break }
      sets.append(set)
    }
    return sets
  }
}
