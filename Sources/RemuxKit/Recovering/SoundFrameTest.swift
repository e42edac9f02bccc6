import AACKit
import BitstreamKit

/// Tests whether the samples of a track are audio frames: foreign bytes among them make players click, or end their decoding.
struct SoundFrameTest {
  private let codec: MediaCodec
  private var walker: RawDataBlockWalker?
  private var bytes: [UInt8] = []
  private let dolby: DolbyErrorCheck?

  /// The largest sample to read, in bytes; larger ones are taken for frames.
  private static var maxLength: UInt64 { 1 << 16 }

  /// Nil if the frames of the track cannot be told from other bytes.
  init?(_ track: MediaTrack) {
    codec = track.codec
    dolby = codec == .ac3 || codec == .eac3 ? DolbyErrorCheck() : nil
    if track.isProtected { return nil }
    switch (track.codec, track.configuration) {
    case (.aac, .aac(let config)):
      guard var walker = try? RawDataBlockWalker(config) else { return nil }
      walker.isLenient = true
      self.walker = walker
    case (.ac3, _), (.eac3, _), (.mp3, _): break
    default: return nil
    }
  }

  /// Whether a sample is a frame: one raw data block of AAC, syncframes of AC-3 or E-AC-3 whose error check agrees, or the header of MP3.
  mutating func holds(_ sample: MediaSample, in source: AnyByteSource) throws(ByteError) -> Bool {
    if sample.size > Self.maxLength { return true }
    let isHeader = codec == .mp3
    try source.read(at: sample.offset, count: isHeader ? min(Int(sample.size), SoundFrameHeader.length) : Int(sample.size), into: &bytes)
    if isHeader { return bytes.count == SoundFrameHeader.length && SoundFrameHeader.mp3(bytes, 0) != nil }
    if UInt64(bytes.count) != sample.size { return false }
    if let dolby { return holdsSyncframes(dolby) }
    guard let block = try? walker?.walk(bytes, 0..<bytes.count) else { return false }
    return block.byteCount == bytes.count
  }

  private func holdsSyncframes(_ check: DolbyErrorCheck) -> Bool {
    var place = 0
    while bytes.count - place >= SoundFrameHeader.length {
      let header = codec == .ac3 ? SoundFrameHeader.ac3(bytes, place) : SoundFrameHeader.eac3(bytes, place)
      guard let size = header?.size, size <= bytes.count - place, check.agrees(bytes, place..<place + size) else { return false }
      place += size
    }
    return place == bytes.count
  }
}
