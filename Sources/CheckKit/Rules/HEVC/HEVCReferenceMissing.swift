import HEVCKit

/// A picture refers to one that is not in the decoded picture buffer.
final class HEVCReferenceMissing: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reference-missing", .error, "a picture refers to one that is not in the decoded picture buffer",
      clause: """
        ITU-T H.265 (08/2021) 8.3.2: no entry of RefPicSetStCurrBefore and RefPicSetStCurrAfter shall be "no reference picture"
        """,
      cause: """
        A picture was lost or removed, a slice header is damaged, or streams were joined without an IRAP picture. Decoders \
        make up a picture, and what follows is wrong to the next random access point.
        """,
      remedy: "Repeat the transfer, or cut at an IRAP picture.")
  }

  /// The order counts of the pictures in the buffer; nil while they are not known.
  private var buffered: [Int]?

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.startsOrder { buffered = picture.isKeyframe ? [] : nil }
    // Pictures before and after a skipped one do not refer to it.
    if picture.isSkippedLeading { return }
    guard var buffered, !picture.isUnresolved, let references = stream.pictureReferences else {
      buffered = nil
      return
    }
    let own = picture.pictureOrderCount
    var (kept, missing): ([Int], [Int]) = ([], [])
    func take(_ deltas: [Int32], _ used: UInt32) {
      for index in 0..<deltas.count {
        let count = own &+ Int(deltas[index])
        if buffered.contains(count) {
          kept.append(count)
        } else if used >> UInt32(truncatingIfNeeded: index) & 1 == 1 {
          missing.append(count)
        }
      }
    }
    take(Array(references.deltaPocS0), references.usedByCurrPicS0)
    take(Array(references.deltaPocS1), references.usedByCurrPicS1)
    if let first = missing.first {
      run.find(
        self, "picture \(own) refers to picture \(first), which is not among the \(buffered.count) kept before", at: picture.offset,
        size: picture.size)
    }
    buffered = kept + [own]
    self.buffered = buffered
  }
}
