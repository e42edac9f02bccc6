import AACKit
import BitstreamKit

/// Tests whether the samples of a track are audio frames: foreign bytes among them make players click, or end their decoding.
struct SoundFrameTest {
  private let codec: MediaCodec
  private var walker: RawDataBlockWalker?
  private var bytes: [UInt8] = []

  /// The largest sample to read, in bytes; larger ones are taken for frames.
  private static var maxLength: UInt64 { 1 << 16 }

  /// Nil if the frames of the track cannot be told from other bytes.
  init?(_ track: MediaTrack) {
    codec = track.codec
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

  /// Whether a sample is a frame: one raw data block of AAC, one frame of AC-3, or the header of MP3 or E-AC-3.
  mutating func holds(_ sample: MediaSample, in source: AnyByteSource) throws(ByteError) -> Bool {
    if sample.size > Self.maxLength { return true }
    let isHeader = walker == nil
    try source.read(at: sample.offset, count: isHeader ? min(Int(sample.size), SoundFrameHeader.length) : Int(sample.size), into: &bytes)
    if !isHeader {
      guard UInt64(bytes.count) == sample.size, let block = try? walker?.walk(bytes, 0..<bytes.count) else { return false }
      return block.byteCount == bytes.count
    }
    if bytes.count < SoundFrameHeader.length { return false }
    switch codec {
    case .ac3: return SoundFrameHeader.ac3(bytes, 0)?.size == Int(sample.size)
    case .eac3: return SoundFrameHeader.eac3(bytes, 0) != nil
    default: return SoundFrameHeader.mp3(bytes, 0) != nil
    }
  }
}
