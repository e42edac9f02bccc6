import BitstreamKit
import NALKit

// Parameter sets that samples of a byte stream need and do not have, because they stand in samples before.

extension SampleTransform {
  /// The part of a sample in which its parameter sets are looked for.
  private static var headSize: UInt64 { 1 << 16 }

  /// Whether samples are copied from one byte stream to another. They stay as they are, but the first one, and the first with another
  /// description, get the sets of the description that they lack: a cut leaves out the samples that have them.
  var isCopied: Bool { source == .annexB && target == .startCodes }

  /// The sets that precede a sample of a byte stream. With lengths these are the sets that samples keep, before each key picture: a reader
  /// that begins there knows the sets of the sample entry alone (ISO/IEC 14496-15, 5.3.3.1.1 and 8.3.3.1.1, of `avc3` and `hev1`).
  func setsBefore(_ sample: MediaSample, isStart: Bool, _ bytes: inout AnyByteSource) throws(MediaError) -> [[UInt8]] {
    // The first sample of the stream has what there is.
    guard source == .annexB, isStart, isCopied ? sample.offset > 0 : keepsSets else { return [] }
    var missing = MissingUnits(codec)
    let head = try head(of: sample, &bytes)
    eachLeadingUnit(head) { unit, first in
      if missing.wants(first) { missing.take(Array(head[Int(unit.offset)..<Int(unit.offset + unit.length)])) }
      return true
    }
    return missing.units(of: isCopied ? known : current.units)
  }

  /// Passes the pieces of a sample that stays as it is, with the missing sets at their place.
  func walkCopy(
    _ large: LargeSample, _ bytes: inout AnyByteSource, _ body: (SamplePiece) throws(ByteError) -> Void
  ) throws(MediaError) {
    let sample = large.sample
    var (done, missing, cuts): (UInt64, [[UInt8]], [(at: UInt64, sets: [[UInt8]])]) = (0, large.missing, [])
    if !missing.isEmpty {
      eachLeadingUnit(try head(of: sample, &bytes)) { unit, first in
        let due = takeDue(&missing, before: first)
        if !due.isEmpty { cuts.append((unit.startCodeOffset, due)) }
        return !missing.isEmpty
      }
    }
    do {
      for cut in cuts {
        if cut.at > done { try body(.source(offset: sample.offset &+ done, size: cut.at - done)) }
        for set in cut.sets { try body(.made([0, 0, 0, 1] + set)) }
        done = cut.at
      }
      try body(.source(offset: sample.offset &+ done, size: sample.size - done))
    } catch { throw .bytes(error) }
  }

  private func head(of sample: MediaSample, _ bytes: inout AnyByteSource) throws(MediaError) -> [UInt8] {
    var head: [UInt8] = []
    do { try bytes.read(at: sample.offset, count: Int(min(Self.headSize, sample.size)), into: &head) } catch { throw .bytes(error) }
    return head
  }

  /// Passes the units up to the first slice, which may be cut off, with their first bytes, until `body` returns false.
  private func eachLeadingUnit(_ head: [UInt8], _ body: (AnnexBUnit, UInt8) -> Bool) {
    let sets = StreamSets(codec)
    var parser = AnnexBParser()
    var cursor = 0
    while let unit = parser.next(in: head, from: &cursor, to: head.count) ?? parser.finish() {
      guard let first = unit.headByte(0) else { continue }
      if !body(unit, first) || sets.isSlice(first) { return }
    }
  }
}
