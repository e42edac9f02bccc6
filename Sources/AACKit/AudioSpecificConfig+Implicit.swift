import BitstreamKit

extension AudioSpecificConfig {
  /// Returns the configuration with the SBR that a raw data block has, at twice the sampling frequency of the core (implicit signalling).
  ///
  /// ISO/IEC 14496-3:2019 1.6.5.3 and 4.5.2.8.2.
  /// - Parameter block: the bytes of the block.
  /// - Returns: nil if the block has no SBR or cannot be parsed, and if the configuration says whether there is SBR.
  public func signallingReplication(of block: [UInt8]) -> AudioSpecificConfig? {
    guard sbrPresentFlag == nil, let rate = coreSampleRate, rate <= 48_000, var walker = try? RawDataBlockWalker(self) else { return nil }
    walker.isLenient = true
    guard (try? walker.walk(block, 0..<block.count)) != nil, walker.hasBandReplication else { return nil }
    var sbr = SyncExtension.SBR()
    if let index = SamplingFrequency.index(ofHertz: 2 * rate) {
      sbr.extensionSamplingFrequencyIndex = index
    } else {
      (sbr.extensionSamplingFrequencyIndex, sbr.extensionSamplingFrequency) = (15, 2 * rate)
    }
    var config = self
    config.syncExtension = SyncExtension()
    config.syncExtension?.sbr = sbr
    return config
  }
}
