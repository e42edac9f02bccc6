import BitstreamKit

/// How much of a media segment is whole, so that another segment can follow it.
///
/// ISO/IEC 14496-12:2022, 8.16.2: a segment has whole boxes and complete fragments.
package struct SegmentExtent: Equatable {
  /// The number of bytes up to the end of the last complete fragment or other box.
  package private(set) var byteCount: UInt64 = 0
  /// What is cut off after them, such as `its mdat box`; nil if nothing is.
  package private(set) var cut: String?
  /// Whether it begins with a box that segments have.
  package private(set) var isSegment = false
  /// The offset of a last box without a size, which would reach over the next segment; nil if it has one.
  package private(set) var unsized: UInt64?

  private static let types: Set<FourCC> = [
    "styp", "sidx", "ssix", "moof", "mdat", "emsg", "prft", "free", "skip", "uuid", "ftyp", "moov", "pdin", "wide", "mfra", "meta",
  ]

  /// - Throws: `ByteError` if the source cannot be read.
  package init<Source: ByteSource>(_ source: Source) throws(ByteError) {
    var walker = BoxWalker(source)
    /// The last `moof`, until the media data after it is whole.
    var fragment: BoxPlace?
    while cut == nil, let place = try walker.next() {
      let type = place.header.type
      if place.offset == 0 { isSegment = place.isBox && Self.types.contains(type) }
      walker.leave(place)
      if !place.isBox || place.header.form != .toEnd && place.header.size > place.size {
        cut = place.isBox ? "its \(type) box" : "a box header"
        if fragment == nil { byteCount = place.offset }
        continue
      }
      if place.header.form == .toEnd { unsized = place.offset }
      if type == "moof" {
        if fragment == nil { byteCount = place.offset }
        fragment = place
      } else {
        if type == "mdat" { fragment = nil }
        if fragment == nil { byteCount = place.end }
      }
    }
    guard cut == nil, let fragment else { return }
    let samples = try MovieFragment(source, fragment).tracks.reduce(0) { $0 &+ $1.totals(nil).sampleCount }
    if samples > 0 { cut = "its moof box, the media of which are missing" } else { byteCount = fragment.end }
  }
}
