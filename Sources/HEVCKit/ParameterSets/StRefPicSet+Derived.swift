import BitstreamKit

/// A short-term reference picture set as pictures: what `StRefPicSet` says once prediction is undone.
///
/// ITU-T H.265 (08/2021) 7.4.8, equations 7-61 to 7-66.
public struct RefPicSet: Equatable, Sendable {
  /// Differences of picture order count to the pictures before, the nearest first: DeltaPocS0.
  public var deltaPocS0 = ShortList<Int32>()
  /// Bit i is UsedByCurrPicS0[i].
  public var usedByCurrPicS0: UInt32 = 0
  /// Differences of picture order count to the pictures behind, the nearest first: DeltaPocS1.
  public var deltaPocS1 = ShortList<Int32>()
  /// Bit i is UsedByCurrPicS1[i].
  public var usedByCurrPicS1: UInt32 = 0

  /// A set without pictures.
  public init() {}

  /// NumDeltaPocs.
  public var numDeltaPocs: Int { deltaPocS0.count + deltaPocS1.count }
  /// How many pictures the current one may refer to: its share of NumPicTotalCurr.
  public var usedCount: Int { usedByCurrPicS0.nonzeroBitCount + usedByCurrPicS1.nonzeroBitCount }

  /// The set that was coded without prediction.
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

  /// The set that was coded as a difference from `other`; nil where more than 16 pictures come out.
  public init?(_ coded: StRefPicSet.Prediction, from other: RefPicSet) {
    // A set is at most 64 predictions away from one that is coded whole: sums stay far below 2^31.
    let delta = coded.deltaRpsSign ? -Int32(coded.absDeltaRpsMinus1) - 1 : Int32(coded.absDeltaRpsMinus1) + 1
    let kept = coded.usedByCurrPicFlags | coded.useDeltaFlags
    let (negative, count) = (other.deltaPocS0.count, other.numDeltaPocs)
    if count > 16 { return nil }
    for j in stride(from: other.deltaPocS1.count - 1, through: 0, by: -1) {
      if !add(other.deltaPocS1[j] &+ delta, negative + j, coded, kept, behind: false) { return nil }
    }
    if !add(delta, count, coded, kept, behind: false) { return nil }
    for j in 0..<negative {
      if !add(other.deltaPocS0[j] &+ delta, j, coded, kept, behind: false) { return nil }
    }
    for j in stride(from: negative - 1, through: 0, by: -1) {
      if !add(other.deltaPocS0[j] &+ delta, j, coded, kept, behind: true) { return nil }
    }
    if !add(delta, count, coded, kept, behind: true) { return nil }
    for j in 0..<other.deltaPocS1.count {
      if !add(other.deltaPocS1[j] &+ delta, negative + j, coded, kept, behind: true) { return nil }
    }
    if numDeltaPocs > 16 { return nil }
  }

  /// Takes over picture `j` of the other set where it is kept and lies on this side; false where the list is full.
  private mutating func add(_ poc: Int32, _ j: Int, _ coded: StRefPicSet.Prediction, _ kept: UInt32, behind: Bool) -> Bool {
    let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: j)
    guard kept & bit != 0, behind ? poc > 0 : poc < 0 else { return true }
    let used: UInt32 = coded.usedByCurrPicFlags & bit != 0 ? 1 : 0
    if behind {
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

  /// The set that `coded` stands for; `before` are the sets of the SPS, all that stand before it.
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
  /// The short-term reference picture sets as pictures, in their order; ends before a set that cannot be.
  public var refPicSets: [RefPicSet] {
    var sets: [RefPicSet] = []
    for coded in stRefPicSets {
      guard let set = RefPicSet(coded, before: sets) else { break }
      sets.append(set)
    }
    return sets
  }
}
