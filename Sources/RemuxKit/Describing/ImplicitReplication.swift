import AACKit
import BitstreamKit

// SBR that the frames of AAC have and their configuration does not name: ISO/IEC 14496-3:2019, 1.6.5.3.

extension MediaReader {
  /// The configuration of an AAC track with the SBR that its first frame has, where the configuration does not say whether there is any; nil
  /// for other tracks.
  package func impliedConfiguration(ofTrack index: Int, _ source: AnyByteSource) -> AudioSpecificConfig? {
    guard tracks.indices.contains(index), case .aac(let config) = tracks[index].configuration, config.sbrPresentFlag == nil,
      !tracks[index].isProtected, var own = try? reopened(track: index), let first = try? own.next()
    else { return nil }
    return config.signallingReplication(of: first, in: source)
  }
}

extension AudioSpecificConfig {
  /// See `signallingReplication(of:)`, of a sample.
  package func signallingReplication<Source: ByteSource>(of sample: MediaSample, in source: Source) -> AudioSpecificConfig? {
    var (source, bytes) = (source, [UInt8]())
    // A block of eight channels has at most 8 × 6144 bits.
    guard (try? source.read(at: sample.offset, count: Int(min(sample.size, 8192)), into: &bytes)) != nil else { return nil }
    return signallingReplication(of: bytes)
  }
}
