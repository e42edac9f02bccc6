import HEVCKit
import NALKit

/// A picture refers to one that its type, or the type of the other, excludes. Pictures with long-term references are not looked at.
final class HEVCReferenceExcluded: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reference-excluded", .error, "a picture refers to one that its type, or the type of the other, excludes",
      clause: """
        ITU-T H.265 (08/2021) 8.3.2: RefPicSetStCurrBefore and RefPicSetStCurrAfter of a CRA picture are empty, those of a trailing \
        picture have none that precedes the IRAP picture, and those of a RADL picture none that precedes it in decoding order or is a \
        RASL picture; no picture has a greater TemporalId than the one that refers to it; 7.4.2.2: no picture of the same TemporalId \
        refers to a sub-layer non-reference picture
        """,
      cause: """
        The types of NAL units were changed, or the encoder marks pictures as random access points, decodable or droppable that are not. What \
        is cut there, or sent without the pictures that may be dropped, is decoded wrongly.
        """,
      remedy: "Encode again; until then, cut at IDR pictures only, and drop no pictures.")
  }

  private struct Kept {
    var order: Int
    /// Its number in decoding order.
    var number: UInt64
    var isRASL: Bool
    var isReference: Bool
    var temporalID: UInt8
  }

  /// The pictures before in decoding order that pictures may refer to; nil while they are not known.
  private var kept: [Kept]?
  /// The IRAP picture before, with its number in decoding order.
  private var randomAccess: (order: Int, number: UInt64)?
  private var pictureCount: UInt64 = 0

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    pictureCount += 1
    if picture.startsOrder { kept = picture.isKeyframe ? [] : nil }
    // Pictures before and after a skipped one do not refer to it.
    if picture.isSkippedLeading { return }
    guard let kept, !picture.isUnresolved, let references = stream.pictureReferences else {
      self.kept = nil
      return
    }
    let own = picture.pictureOrderCount
    var (remaining, excluded): ([Kept], (Kept, String)?) = ([], nil)
    for other in kept {
      let delta = Int32(truncatingIfNeeded: other.order &- own)
      guard let isUsed = Self.use(of: delta, in: references) else { continue }
      remaining.append(other)
      if isUsed, excluded == nil, let why = self.why(picture, other) { excluded = (other, why) }
    }
    if let (other, why) = excluded {
      run.find(
        self, "picture \(own), \(picture.nalUnitType.name), refers to picture \(other.order), \(why)", at: picture.offset,
        size: picture.size)
    }
    if Self.isIRAP(picture) { randomAccess = (own, pictureCount) }
    remaining.append(
      Kept(
        order: own, number: pictureCount, isRASL: picture.leading == .rasl, isReference: picture.isReference, temporalID: picture.temporalId
      ))
    self.kept = remaining
  }

  /// Why a picture must not refer to another one; nil if it may.
  private func why(_ picture: HEVCPicture, _ other: Kept) -> String? {
    if Self.isIRAP(picture) { return "which no random access picture does" }
    if other.temporalID > picture.temporalId { return "of a higher sub-layer" }
    if !other.isReference, other.temporalID == picture.temporalId { return "which is a sub-layer non-reference picture" }
    guard let randomAccess, picture.leading != .rasl else { return nil }
    if other.isRASL { return "which is a RASL picture" }
    if other.number < randomAccess.number { return "before the random access picture \(randomAccess.order)" }
    return picture.leading == nil && other.order < randomAccess.order ? "which leads the random access picture \(randomAccess.order)" : nil
  }

  private static func isIRAP(_ picture: HEVCPicture) -> Bool { (16...23).contains(picture.nalUnitType.rawValue) }

  /// Whether the picture with an order count that differs by `delta` may be used by the current one; nil if it is not in the set.
  private static func use(of delta: Int32, in references: RefPicSet) -> Bool? {
    if let index = references.deltaPocS0.firstIndex(of: delta) { return references.usedByCurrPicS0 >> UInt32(index) & 1 == 1 }
    return references.deltaPocS1.firstIndex(of: delta).map { references.usedByCurrPicS1 >> UInt32($0) & 1 == 1 }
  }
}
