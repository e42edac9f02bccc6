import BitstreamKit

/// What a group of samples has in common, read by the type of its grouping.
///
/// ISO/IEC 14496-12:2022, clause 10; ISO/IEC 14496-15:2022; ISO/IEC 23008-12, 7.4; ISO/IEC 23001-7, 6.
public enum SampleGroupDescription: Equatable, Sendable {
  /// `roll`, `prol`: how far to decode before samples are right.
  case rollRecovery(RollRecoveryEntry)
  /// `rap `: an open random access point.
  case visualRandomAccess(VisualRandomAccessEntry)
  /// `sap `: a stream access point.
  case streamAccessPoint(SAPEntry)
  /// `tele`: a temporal level.
  case temporalLevel(TemporalLevelEntry)
  /// `sync`: a sync sample of a kind.
  case syncSample(SyncSampleEntry)
  /// `tsas`: a point where to switch to a higher temporal sub-layer.
  case temporalSubLayerAccess
  /// `stsa`: a point where to switch one temporal sub-layer higher.
  case stepwiseTemporalSubLayerAccess
  /// `tscl`: a temporal layer.
  case temporalLayer(TemporalLayerEntry)
  /// `seig`: how samples are encrypted.
  case encryption(CencSampleEncryptionInformationGroupEntry)
  /// `rash`: a share of the bit rate.
  case rateShare(RateShareEntry)
  /// `alst`: a way to start early.
  case alternativeStartup(AlternativeStartupEntry)
  /// `avll`: a layer of H.264.
  case avcLayer(AVCLayerEntry)
  /// `avss`: a sub-sequence of H.264.
  case avcSubSequence(AVCSubSequenceEntry)
  /// `dtrt`: other decoding times where parts are left out.
  case decodeRetiming(DecodeRetimingEntry)
  /// `pase`: a parameter set.
  case parameterSet(ParameterSetNALUEntry)
  /// `scif`: a tier of SVC.
  case scalableGroup(ScalableGroupEntry)
  /// `mvif`: a tier of MVC.
  case multiviewGroup(MultiviewGroupEntry)
  /// `scnm`: to which tier each NAL unit belongs.
  case scalableNALUMap(ScalableNALUMapEntry)
  /// `nalm`: to which group each NAL unit belongs.
  case naluMap(NALUMapEntry)
  /// `refs`: the samples that one refers to.
  case directReferenceSamples(DirectReferenceSamplesList)
  /// `eqiv`: samples that show the same thing.
  case visualEquivalence(VisualEquivalenceEntry)
  /// Of another type, or not what its type promises.
  case bytes([UInt8])

  /// Reads a description.
  public init(_ bytes: [UInt8], groupingType: FourCC) { self = Self.read(bytes, groupingType) ?? .bytes(bytes) }

  private static func read(_ bytes: [UInt8], _ type: FourCC) -> Self? {
    switch type {
    case "roll", "prol": whole(bytes).map { .rollRecovery($0) }
    case "rap ": whole(bytes).map { .visualRandomAccess($0) }
    case "sap ": whole(bytes).map { .streamAccessPoint($0) }
    case "tele": whole(bytes).map { .temporalLevel($0) }
    case "sync": whole(bytes).map { .syncSample($0) }
    case "tsas": bytes.isEmpty ? .temporalSubLayerAccess : nil
    case "stsa": bytes.isEmpty ? .stepwiseTemporalSubLayerAccess : nil
    case "tscl": whole(bytes).map { .temporalLayer($0) }
    case "seig": whole(bytes).map { .encryption($0) }
    case "rash": whole(bytes).map { .rateShare($0) }
    case "alst": whole(bytes).map { .alternativeStartup($0) }
    case "avll": whole(bytes).map { .avcLayer($0) }
    case "avss": whole(bytes).map { .avcSubSequence($0) }
    case "dtrt": whole(bytes).map { .decodeRetiming($0) }
    case "pase": whole(bytes).map { .parameterSet($0) }
    case "scif": whole(bytes).map { .scalableGroup($0) }
    case "mvif": whole(bytes).map { .multiviewGroup($0) }
    case "scnm": whole(bytes).map { .scalableNALUMap($0) }
    case "nalm": whole(bytes).map { .naluMap($0) }
    case "refs": whole(bytes).map { .directReferenceSamples($0) }
    case "eqiv": whole(bytes).map { .visualEquivalence($0) }
    default: nil
    }
  }

  /// The structure that takes all of the bytes.
  private static func whole<S: Syntax>(_ bytes: [UInt8]) -> S? {
    var reader = BitReader(bytes, policy: .lenient)
    var entry = S()
    do { try reader.nested(&entry) } catch { return nil }
    return reader.bitsLeft == 0 ? entry : nil
  }
}
