import BitstreamKit
import NALKit

/// The sizes of the NAL unit length fields of each track, from the sequence headers seen so far.
///
/// ISO/IEC 14496-15:2022 5.3.3.1 (AVC), 8.3.3.1 (HEVC) and 11.2.4.2 (VVC): lengthSizeMinusOne.
public struct NALLengthSizes: Sendable, Equatable {
  private struct Entry: Equatable { var track: UInt8, size: NALLengthSize }

  private var entries: [Entry] = []

  /// No sequence headers seen: all length fields have four bytes.
  public init() {}

  /// Returns the size of the length fields of a track; packets without tracks are track 0.
  public func size(ofTrack track: UInt8 = 0) -> NALLengthSize {
    for entry in entries where entry.track == track { return entry.size }
    return .four
  }

  /// Updates the sizes if a video tag is a sequence header.
  /// - Parameters:
  ///   - header: the tag's header.
  ///   - body: the tag body or its start: at least 23 bytes after the header; with several tracks, up to that point of each.
  ///   - dataSize: the size of the whole body in bytes.
  public mutating func take(_ header: VideoTagHeader, body: [UInt8], dataSize: Int) {
    var offset = header.byteCount
    guard header.isSequenceHeader, offset <= dataSize else { return }
    guard let ex = header.exVideoTagHeader, ex.hasTracks else {
      take(header.nalCodec, track: header.exVideoTagHeader?.videoTrackId ?? 0, body, offset..<dataSize)
      return
    }
    while let track = try? ex.nextTrack(in: body, from: &offset, dataSize: dataSize) {
      take(ex.videoFourCc ?? track.header.videoFourCc, track: track.header.videoTrackId, body, track.payload)
    }
  }

  /// Reads the length size from a configuration record; if it is truncated, or the codec has none, the track's entry is removed.
  private mutating func take(_ codec: FourCC?, track: UInt8, _ body: [UInt8], _ record: Range<Int>) {
    entries.removeAll { $0.track == track }
    let place = codec == VideoFourCc.avc ? 4 : codec == VideoFourCc.hevc ? 21 : codec == VideoFourCc.vvc ? 0 : nil
    guard let place else { return }
    let index = record.lowerBound + place
    guard index < record.upperBound, index < body.count else { return }
    let minusOne = codec == VideoFourCc.vvc ? body[index] >> 1 & 3 : body[index] & 3
    if let size = NALLengthSize(rawValue: Int(minusOne) + 1) { entries.append(Entry(track: track, size: size)) }
  }
}
