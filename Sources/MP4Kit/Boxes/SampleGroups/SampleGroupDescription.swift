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
  /// `drap`: a dependent random access point.
  case dependentRandomAccess(VisualDRAPEntry)
  /// `aebr`: the exposure of a picture of a series.
  case autoExposureBracketing(AutoExposureBracketingEntry)
  /// `afbr`: the exposure of the flash.
  case flashExposureBracketing(FlashExposureBracketingEntry)
  /// `dobr`: the aperture of a picture of a series.
  case depthOfFieldBracketing(DepthOfFieldBracketingEntry)
  /// `fobr`: the focus distance of a picture of a series.
  case focusBracketing(FocusBracketingEntry)
  /// `wbbr`: the white balance of a picture of a series.
  case whiteBalanceBracketing(WhiteBalanceBracketingEntry)
  /// `pano`: the place of a picture in a panorama.
  case panorama(PanoramaEntry)
  /// `casg`: the part of the pictures that is meant to be seen.
  case cleanAperture(CleanApertureEntry)
  /// `pasr`: the shape of pixels.
  case pixelAspectRatio(PixelAspectRatioEntry)
  /// `stmi`: the items of metadata that hold for samples.
  case metadataItems(SampleToMetadataItemEntry)
  /// `aud `: the access unit delimiter of a sample of VVC.
  case accessUnitDelimiter(AUDSampleEntry)
  /// `eob `: the end of bitstream unit of a sample of VVC.
  case endOfBitstream(EndOfBitstreamSampleEntry)
  /// `eos `: the end of sequence units of a sample of VVC.
  case endOfSequence(EndOfSequenceSampleEntry)
  /// `dcfi`: decoding capability information of VVC.
  case decodingCapability(DecodingCapabilityInformation)
  /// `lbli`: the base layer that another codec has.
  case externalBaseLayer(LhvcExternalBaseLayerInfo)
  /// `linf`: the layers of a track.
  case layers(LayerInfoGroupEntry)
  /// `minp`: pictures of subpictures of different types.
  case mixedNALUnitTypes(VvcMixedNALUnitTypePicEntry)
  /// `oinf`: the operating points of L-HEVC.
  case operatingPoints(OperatingPointsRecord)
  /// `vopi`: the operating points of VVC.
  case vvcOperatingPoints(VvcOperatingPointsRecord)
  /// `opth`: by how much decoding times move.
  case decodeTimeHint(OperatingPointDecodeTimeHint)
  /// `pss1`: the parameter sets that samples hold.
  case parameterSetPresence(PSSampleGroupEntry)
  /// `spid`: the subpictures of a track of VVC.
  case subpictureIDs(VvcSubpicIDEntry)
  /// `spli`: the level of a subpicture.
  case subpictureLevel(SubpicLevelInfoEntry)
  /// `spor`: the order of subpictures.
  case subpictureOrder(VvcSubpicOrderEntry)
  /// `sulm`: the groups of the regions of a picture.
  case subpictureLayout(VvcSubpicLayoutMapEntry)
  /// `trif`: a region of the pictures.
  case rectangularRegion(RectangularRegionGroupEntry)
  /// `vipr`: the priorities of views.
  case viewPriority(ViewPriorityEntry)
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
    default: readPicture(bytes, type) ?? readLayer(bytes, type)
    }
  }

  /// Groups of pictures by how they were taken and are shown.
  private static func readPicture(_ bytes: [UInt8], _ type: FourCC) -> Self? {
    switch type {
    case "drap": whole(bytes).map { .dependentRandomAccess($0) }
    case "aebr": whole(bytes).map { .autoExposureBracketing($0) }
    case "afbr": whole(bytes).map { .flashExposureBracketing($0) }
    case "dobr": whole(bytes).map { .depthOfFieldBracketing($0) }
    case "fobr": whole(bytes).map { .focusBracketing($0) }
    case "wbbr": whole(bytes).map { .whiteBalanceBracketing($0) }
    case "pano": whole(bytes).map { .panorama($0) }
    case "casg": whole(bytes).map { .cleanAperture($0) }
    case "pasr": whole(bytes).map { .pixelAspectRatio($0) }
    case "stmi": whole(bytes).map { .metadataItems($0) }
    default: nil
    }
  }

  /// Groups of layers, subpictures and NAL units.
  private static func readLayer(_ bytes: [UInt8], _ type: FourCC) -> Self? {
    switch type {
    case "aud ": whole(bytes).map { .accessUnitDelimiter($0) }
    case "eob ": whole(bytes).map { .endOfBitstream($0) }
    case "eos ": whole(bytes).map { .endOfSequence($0) }
    case "dcfi": whole(bytes).map { .decodingCapability($0) }
    case "lbli": whole(bytes).map { .externalBaseLayer($0) }
    case "linf": whole(bytes).map { .layers($0) }
    case "minp": whole(bytes).map { .mixedNALUnitTypes($0) }
    case "oinf": whole(bytes).map { .operatingPoints($0) }
    case "vopi": whole(bytes).map { .vvcOperatingPoints($0) }
    case "opth": whole(bytes).map { .decodeTimeHint($0) }
    case "pss1": whole(bytes).map { .parameterSetPresence($0) }
    case "spid": whole(bytes).map { .subpictureIDs($0) }
    case "spli": whole(bytes).map { .subpictureLevel($0) }
    case "spor": whole(bytes).map { .subpictureOrder($0) }
    case "sulm": whole(bytes).map { .subpictureLayout($0) }
    case "trif": whole(bytes).map { .rectangularRegion($0) }
    case "vipr": whole(bytes).map { .viewPriority($0) }
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
