import BitstreamKit

/// A decoded sample group description entry; the grouping type selects the case.
///
/// ISO/IEC 14496-12:2022, clause 10; ISO/IEC 14496-15:2022; ISO/IEC 23008-12, 7.4; ISO/IEC 23001-7, 6.
public enum SampleGroupDescription: Equatable, Sendable {
  /// `roll`, `prol`: roll distance for recovery.
  case rollRecovery(RollRecoveryEntry)
  /// `rap `: open-GOP random access point.
  case visualRandomAccess(VisualRandomAccessEntry)
  /// `sap `: stream access point.
  case streamAccessPoint(SAPEntry)
  /// `tele`: temporal level.
  case temporalLevel(TemporalLevelEntry)
  /// `sync`: sync sample of a NAL unit type.
  case syncSample(SyncSampleEntry)
  /// `tsas`: temporal sub-layer access point.
  case temporalSubLayerAccess
  /// `stsa`: step-wise temporal sub-layer access point.
  case stepwiseTemporalSubLayerAccess
  /// `tscl`: temporal layer.
  case temporalLayer(TemporalLayerEntry)
  /// `seig`: encryption parameters.
  case encryption(CencSampleEncryptionInformationGroupEntry)
  /// `rash`: rate share.
  case rateShare(RateShareEntry)
  /// `alst`: alternative startup sequence.
  case alternativeStartup(AlternativeStartupEntry)
  /// `avll`: H.264 layer.
  case avcLayer(AVCLayerEntry)
  /// `avss`: H.264 sub-sequence.
  case avcSubSequence(AVCSubSequenceEntry)
  /// `dtrt`: adjusted decoding times when higher tiers are discarded.
  case decodeRetiming(DecodeRetimingEntry)
  /// `pase`: parameter set.
  case parameterSet(ParameterSetNALUEntry)
  /// `scif`: SVC tier.
  case scalableGroup(ScalableGroupEntry)
  /// `mvif`: MVC tier.
  case multiviewGroup(MultiviewGroupEntry)
  /// `scnm`: tier of each NAL unit.
  case scalableNALUMap(ScalableNALUMapEntry)
  /// `nalm`: group of each NAL unit.
  case naluMap(NALUMapEntry)
  /// `refs`: direct reference samples.
  case directReferenceSamples(DirectReferenceSamplesList)
  /// `eqiv`: visual equivalence.
  case visualEquivalence(VisualEquivalenceEntry)
  /// `drap`: dependent random access point.
  case dependentRandomAccess(VisualDRAPEntry)
  /// `aebr`: exposure bracketing.
  case autoExposureBracketing(AutoExposureBracketingEntry)
  /// `afbr`: flash exposure bracketing.
  case flashExposureBracketing(FlashExposureBracketingEntry)
  /// `dobr`: depth of field bracketing.
  case depthOfFieldBracketing(DepthOfFieldBracketingEntry)
  /// `fobr`: focus bracketing.
  case focusBracketing(FocusBracketingEntry)
  /// `wbbr`: white balance bracketing.
  case whiteBalanceBracketing(WhiteBalanceBracketingEntry)
  /// `pano`: position in a panorama.
  case panorama(PanoramaEntry)
  /// `casg`: clean aperture.
  case cleanAperture(CleanApertureEntry)
  /// `pasr`: pixel aspect ratio.
  case pixelAspectRatio(PixelAspectRatioEntry)
  /// `stmi`: metadata items of samples.
  case metadataItems(SampleToMetadataItemEntry)
  /// `aud `: access unit delimiter of a VVC sample.
  case accessUnitDelimiter(AUDSampleEntry)
  /// `eob `: end of bitstream NAL unit of a VVC sample.
  case endOfBitstream(EndOfBitstreamSampleEntry)
  /// `eos `: end of sequence NAL units of a VVC sample.
  case endOfSequence(EndOfSequenceSampleEntry)
  /// `dcfi`: VVC decoding capability information.
  case decodingCapability(DecodingCapabilityInformation)
  /// `lbli`: external base layer.
  case externalBaseLayer(LhvcExternalBaseLayerInfo)
  /// `linf`: layers of a track.
  case layers(LayerInfoGroupEntry)
  /// `minp`: VVC pictures with mixed NAL unit types.
  case mixedNALUnitTypes(VvcMixedNALUnitTypePicEntry)
  /// `oinf`: L-HEVC operating points.
  case operatingPoints(OperatingPointsRecord)
  /// `vopi`: VVC operating points.
  case vvcOperatingPoints(VvcOperatingPointsRecord)
  /// `opth`: decoding time offset.
  case decodeTimeHint(OperatingPointDecodeTimeHint)
  /// `pss1`: parameter sets present in samples.
  case parameterSetPresence(PSSampleGroupEntry)
  /// `spid`: subpicture IDs of a VVC track.
  case subpictureIDs(VvcSubpicIDEntry)
  /// `spli`: subpicture level.
  case subpictureLevel(SubpicLevelInfoEntry)
  /// `spor`: subpicture order.
  case subpictureOrder(VvcSubpicOrderEntry)
  /// `rror`: order of rectangular regions.
  case rectangularRegionOrder(VvcRectRegionOrderEntry)
  /// `sulm`: groups of the regions of a picture.
  case subpictureLayout(VvcSubpicLayoutMapEntry)
  /// `trif`: rectangular region.
  case rectangularRegion(RectangularRegionGroupEntry)
  /// `vipr`: view priorities.
  case viewPriority(ViewPriorityEntry)
  /// Any other grouping type, or an entry that does not match its type.
  case bytes([UInt8])

  /// Decodes an entry; falls back to `bytes`.
  public init(_ bytes: [UInt8], groupingType: FourCC) { self = Self.read(bytes, groupingType, nil) ?? .bytes(bytes) }

  /// Passes each element of an entry to a sink, with positions counted from the first bit of the entry.
  /// - Returns: false, without passing anything, for an unknown grouping type or an entry that does not match its type.
  public static func trace(_ bytes: [UInt8], groupingType: FourCC, to sink: TraceSink) -> Bool { read(bytes, groupingType, sink) != nil }

  private static func read(_ bytes: [UInt8], _ type: FourCC, _ sink: TraceSink?) -> Self? {
    switch type {
    case "roll", "prol": whole(bytes, sink).map { .rollRecovery($0) }
    case "rap ": whole(bytes, sink).map { .visualRandomAccess($0) }
    case "sap ": whole(bytes, sink).map { .streamAccessPoint($0) }
    case "tele": whole(bytes, sink).map { .temporalLevel($0) }
    case "sync": whole(bytes, sink).map { .syncSample($0) }
    case "tsas": bytes.isEmpty ? .temporalSubLayerAccess : nil
    case "stsa": bytes.isEmpty ? .stepwiseTemporalSubLayerAccess : nil
    case "tscl": whole(bytes, sink).map { .temporalLayer($0) }
    case "seig": whole(bytes, sink).map { .encryption($0) }
    case "rash": whole(bytes, sink).map { .rateShare($0) }
    case "alst": whole(bytes, sink).map { .alternativeStartup($0) }
    case "avll": whole(bytes, sink).map { .avcLayer($0) }
    case "avss": whole(bytes, sink).map { .avcSubSequence($0) }
    case "dtrt": whole(bytes, sink).map { .decodeRetiming($0) }
    case "pase": whole(bytes, sink).map { .parameterSet($0) }
    case "scif": whole(bytes, sink).map { .scalableGroup($0) }
    case "mvif": whole(bytes, sink).map { .multiviewGroup($0) }
    case "scnm": whole(bytes, sink).map { .scalableNALUMap($0) }
    case "nalm": whole(bytes, sink).map { .naluMap($0) }
    case "refs": whole(bytes, sink).map { .directReferenceSamples($0) }
    case "eqiv": whole(bytes, sink).map { .visualEquivalence($0) }
    default: readPicture(bytes, type, sink) ?? readLayer(bytes, type, sink)
    }
  }

  /// Decodes grouping types for capture and display properties.
  private static func readPicture(_ bytes: [UInt8], _ type: FourCC, _ sink: TraceSink?) -> Self? {
    switch type {
    case "drap": whole(bytes, sink).map { .dependentRandomAccess($0) }
    case "aebr": whole(bytes, sink).map { .autoExposureBracketing($0) }
    case "afbr": whole(bytes, sink).map { .flashExposureBracketing($0) }
    case "dobr": whole(bytes, sink).map { .depthOfFieldBracketing($0) }
    case "fobr": whole(bytes, sink).map { .focusBracketing($0) }
    case "wbbr": whole(bytes, sink).map { .whiteBalanceBracketing($0) }
    case "pano": whole(bytes, sink).map { .panorama($0) }
    case "casg": whole(bytes, sink).map { .cleanAperture($0) }
    case "pasr": whole(bytes, sink).map { .pixelAspectRatio($0) }
    case "stmi": whole(bytes, sink).map { .metadataItems($0) }
    default: nil
    }
  }

  /// Decodes grouping types for layers, subpictures and NAL units.
  private static func readLayer(_ bytes: [UInt8], _ type: FourCC, _ sink: TraceSink?) -> Self? {
    switch type {
    case "aud ": whole(bytes, sink).map { .accessUnitDelimiter($0) }
    case "eob ": whole(bytes, sink).map { .endOfBitstream($0) }
    case "eos ": whole(bytes, sink).map { .endOfSequence($0) }
    case "dcfi": whole(bytes, sink).map { .decodingCapability($0) }
    case "lbli": whole(bytes, sink).map { .externalBaseLayer($0) }
    case "linf": whole(bytes, sink).map { .layers($0) }
    case "minp": whole(bytes, sink).map { .mixedNALUnitTypes($0) }
    case "oinf": whole(bytes, sink).map { .operatingPoints($0) }
    case "vopi": whole(bytes, sink).map { .vvcOperatingPoints($0) }
    case "opth": whole(bytes, sink).map { .decodeTimeHint($0) }
    case "pss1": whole(bytes, sink).map { .parameterSetPresence($0) }
    case "spid": whole(bytes, sink).map { .subpictureIDs($0) }
    case "spli": whole(bytes, sink).map { .subpictureLevel($0) }
    case "spor": whole(bytes, sink).map { .subpictureOrder($0) }
    case "rror": whole(bytes, sink).map { .rectangularRegionOrder($0) }
    case "sulm": whole(bytes, sink).map { .subpictureLayout($0) }
    case "trif": whole(bytes, sink).map { .rectangularRegion($0) }
    case "vipr": whole(bytes, sink).map { .viewPriority($0) }
    default: nil
    }
  }

  /// Decodes a structure, and passes its elements to a sink; nil unless it uses all of the bytes.
  private static func whole<S: Syntax>(_ bytes: [UInt8], _ sink: TraceSink?) -> S? {
    var entry = S()
    let isWhole = isWhole(bytes, sink, S.structureName) { (c) throws(SyntaxError) in
      var walked = S()
      try walked.syntax(&c)
      entry = walked
    }
    return isWhole ? entry : nil
  }

  /// Whether a structure that `body` walks uses all of the bytes.
  @inline(never) private static func isWhole(
    _ bytes: [UInt8], _ sink: TraceSink?, _ name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void
  ) -> Bool {
    var reader = BitReader(bytes, policy: .lenient)
    do { try reader.walk(name, body) } catch { return false }
    if reader.bitsLeft > 0 { return false }
    if let sink {
      var tracer = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient), to: sink)
      do { try tracer.structure(name, body) } catch { return false }
    }
    return true
  }
}
