import BitstreamKit

extension BoxRegistry {
  /// Sample entries in `stsd`: selected by type if the type is known, else by the track's handler.
  static func visitSampleEntry<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool {
    visitVideo(type, &visitor) || visitSound(type, context, &visitor) || visitText(type, &visitor) || visitOther(type, &visitor)
      || visitByHandler(context, &visitor) || visitUncompressed(type, &visitor)
  }

  private static func visitVideo<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "avcp", "mvc1", "mvc2", "mvc3", "mvc4", "mvd1", "mvd2", "mvd3", "mvd4", "svc1", "svc2",
      "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "hvt1", "hvt2", "hvt3", "lhv1", "lhe1", "lht1", "vvc1", "vvi1", "vvs1", "evc1",
      "evs1", "evs2", "av01", "vp08", "vp09", "vp10", "dvh1", "dvhe", "dva1", "dvav", "dav1", "dvc1", "dvi1", "mp4v", "s263", "h263",
      "encv", "vc-1", "apv1", "ap4h", "apcn", "apch", "apcs", "apco", "ap4x", "aprn", "aprh", "jpeg", "mjpa", "mjpb", "mjp2", "mjpg",
      "SVQ1", "SVQ3", "cvid", "rle ", "rpza", "smc ", "gif ", "tiff", "tga ", "2vuy", "yuv2", "v210", "v308", "v408", "v410", "b64a",
      "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh5", "dvh6", "dvhp", "dvhq", "mx3n", "mx3p", "mx4n", "mx4p", "mx5n",
      "mx5p", "xdv1", "xdv2", "xdvc", "xd54", "xd55", "xd5b", "AVdn", "AVdh", "CFHD", "Hap1", "Hap5", "HapY", "FFV1", "FMP4", "VP31",
      "a3d1", "a3d2", "a3d3", "a3d4", "icpv", "resv", "vvcN", "icod", "png ", "MNG ", "avs3", "svqi", "svq1", "H263", "MJPG", "AVDJ",
      "hdv1", "hdv2", "hdv3", "j2k1", "j2ki", "jxs1", "jxsm", "hvi1", "uncv", "mp2v", "m2v1", "WMV3", "yuvs", "yuvu", "v216", "r210",
      "R10k", "b16g", "b48r", "MJLS", "HFYU":
      visitor.visit(VisualSampleEntry.self)
    case "enc3", "res3": visitor.visit(VolumetricVisualSampleEntry.self)
    default: return false
    }
    return true
  }

  private static func visitSound<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool {
    switch type {
    case "mp4a", "enca", "resa", "Opus", "fLaC", "ac-3", "ec-3", "ac-4", "alac", "samr", "sawb", "sawp", "sevc", "sqcp", "ssmv", "sowt",
      "twos",
      "lpcm", "in24", "in32", "fl32", "fl64", "ulaw", "alaw", ".mp3", ".mp1", ".mp2", "mp3 ", "mha1", "mha2", "mhm1", "mhm2", "dtsc",
      "dtsh", "dtsl", "dtse", "dtsx", "dtsy", "mlpa", "iamf", "ipcm", "fpcm", "wma ", "owma", "QDM2", "QDMC", "ima4", "agsm", "MAC3",
      "MAC6", "Qclp", "g719", "spex", "nmos", "dvca", "vdva":
      visitAudio(context, &visitor)
    default: return false
    }
    return true
  }

  private static func visitText<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "tx3g": visitor.visit(TextSampleEntry.self)
    case "text": visitor.visit(QuickTimeTextSampleEntry.self)
    case "stpp": visitor.visit(XMLSubtitleSampleEntry.self)
    case "sbtt": visitor.visit(TextSubtitleSampleEntry.self)
    case "stxt": visitor.visit(SimpleTextSampleEntry.self)
    case "mett": visitor.visit(TextMetaDataSampleEntry.self)
    case "metx": visitor.visit(XMLMetaDataSampleEntry.self)
    case "wvtt", "c608", "c708", "sbtl", "encs", "enct", "encu", "resu": visitor.visit(SampleEntry.self)
    default: return false
    }
    return true
  }

  private static func visitOther<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "free", "skip", "wide": visitor.visit(FreeSpaceBox.self)
    case "mp4s", "mebx", "urim", "encm", "resm", "ress", "svcM", "encf", "resf", "encp", "resp": visitor.visit(SampleEntry.self)
    case "tmcd": visitor.visit(TimecodeSampleEntry.self)
    case "gpmd": visitor.visit(GoProMetadataSampleEntry.self)
    case "rtp ", "srtp", "rrtp", "rsrp", "prtp", "rtcp", "stcp": visitor.visit(RTPHintSampleEntry.self)
    case "fdp ": visitor.visit(FDHintSampleEntry.self)
    case "sm2t", "rm2t", "pm2t": visitor.visit(MPEG2TSSampleEntry.self)
    default: return false
    }
    return true
  }

  private static func visitAudio<V: BoxVisitor>(_ context: BoxContext, _ visitor: inout V) {
    if context.containerVersion == 1 { visitor.visit(AudioSampleEntryV1.self) } else { visitor.visit(AudioSampleEntry.self) }
  }

  private static func visitByHandler<V: BoxVisitor>(_ context: BoxContext, _ visitor: inout V) -> Bool {
    switch context.handler {
    case "vide", "pict", "auxv": visitor.visit(VisualSampleEntry.self)
    case "soun": visitAudio(context, &visitor)
    default: return false
    }
    return true
  }

  /// Entries of QuickTime whose form the handler gives, for callers that do not know it.
  private static func visitUncompressed<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "raw ", "NONE": visitor.visit(SampleEntry.self)
    default: return false
    }
    return true
  }

  /// Children of sample entries: decoder configurations and other properties of the coded samples.
  static func visitSampleEntryPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    visitConfiguration(type, &visitor) || visitPicturePart(type, &visitor) || visitSpatialPart(type, &visitor)
      || visitSoundPart(type, &visitor) || visitTextPart(type, &visitor) || visitTimedPart(type, &visitor)
  }

  private static func visitConfiguration<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "avcC", "avcE": visitor.visit(AVCConfigurationBox.self)
    case "hvcC", "hvcE": visitor.visit(HEVCConfigurationBox.self)
    case "lhvC": visitor.visit(LHEVCConfigurationBox.self)
    case "mvcC", "svcC": visitor.visit(LayeredAVCConfigurationBox.self)
    case "vvcC": visitor.visit(VVCConfigurationBox.self)
    case "vvnC": visitor.visit(VvcNALUConfigBox.self)
    case "mvdC", "a3dC": visitor.visit(MVDConfigurationBox.self)
    case "evcC": visitor.visit(EVCConfigurationBox.self)
    case "evsC": visitor.visit(EVCSliceComponentTrackConfigurationBox.self)
    case "hvtC": visitor.visit(HEVCTileConfigurationBox.self)
    case "dhec": visitor.visit(DefaultHevcExtractorConstructorBox.self)
    case "av1C": visitor.visit(AV1CodecConfigurationBox.self)
    case "vpcC": visitor.visit(VPCodecConfigurationBox.self)
    case "d263": visitor.visit(H263SpecificBox.self)
    case "bitr": visitor.visit(BitrateBox.self)
    case "esds": visitor.visit(ESDBox.self)
    case "m4ds": visitor.visit(MPEG4ExtensionDescriptorsBox.self)
    case "glbl": visitor.visit(GlobalHeaderBox.self)
    case "btrt": visitor.visit(BitRateBox.self)
    default: return false
    }
    return true
  }

  private static func visitPicturePart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "pasp": visitor.visit(PixelAspectRatioBox.self)
    case "colr": visitor.visit(ColourInformationBox.self)
    case "clap": visitor.visit(CleanApertureBox.self)
    case "fiel": visitor.visit(FieldHandlingBox.self)
    case "gama": visitor.visit(GammaLevelBox.self)
    case "dvcC", "dvvC", "dvwC": visitor.visit(DOVIConfigurationBox.self)
    case "mdcv": visitor.visit(MasteringDisplayColourVolumeBox.self)
    case "clli": visitor.visit(ContentLightLevelBox.self)
    case "SmDm": visitor.visit(SMPTE2086MasteringDisplayMetadataBox.self)
    case "CoLL": visitor.visit(VPContentLightLevelBox.self)
    case "amve": visitor.visit(AmbientViewingEnvironmentBox.self)
    case "reve": visitor.visit(ReferenceViewingEnvironmentBox.self)
    case "ndwt": visitor.visit(NominalDiffuseWhiteBox.self)
    case "cclv": visitor.visit(ContentColourVolumeBox.self)
    case "ccst": visitor.visit(CodingConstraintsBox.self)
    case "stsl": visitor.visit(SampleScaleBox.self)
    case "auxi": visitor.visit(AuxiliaryTypeInfoBox.self)
    default: return false
    }
    return true
  }

  /// Google Spherical Video and Apple Spatial Video.
  private static func visitSpatialPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "st3d": visitor.visit(Stereoscopic3DBox.self)
    case "svhd": visitor.visit(SphericalVideoHeaderBox.self)
    case "prhd": visitor.visit(ProjectionHeaderBox.self)
    case "equi": visitor.visit(EquirectangularProjectionBox.self)
    case "cbmp": visitor.visit(CubemapProjectionBox.self)
    case "mshp": visitor.visit(MeshProjectionBox.self)
    case "must": visitor.visit(RequiredBoxTypesBox.self)
    case "stri": visitor.visit(StereoViewInformationBox.self)
    case "hero": visitor.visit(HeroStereoEyeDescriptionBox.self)
    case "blin": visitor.visit(StereoCameraSystemBaselineBox.self)
    case "dadj": visitor.visit(StereoComfortDisparityAdjustmentBox.self)
    case "prji": visitor.visit(ProjectionInformationBox.self)
    case "pkin": visitor.visit(ViewPackingInformationBox.self)
    case "hfov": visitor.visit(HorizontalFieldOfViewBox.self)
    default: return false
    }
    return true
  }

  private static func visitSoundPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "dOps": visitor.visit(OpusSpecificBox.self)
    case "dfLa": visitor.visit(FLACSpecificBox.self)
    case "dac3": visitor.visit(AC3SpecificBox.self)
    case "dec3": visitor.visit(EC3SpecificBox.self)
    case "dac4": visitor.visit(AC4SpecificBox.self)
    case "alac": visitor.visit(ALACSpecificBox.self)
    case "damr": visitor.visit(AMRSpecificBox.self)
    case "ddts": visitor.visit(DTSSpecificBox.self)
    case "dmlp": visitor.visit(MLPSpecificBox.self)
    case "mhaC": visitor.visit(MHAConfigurationBox.self)
    case "mhaP": visitor.visit(MHAProfileAndLevelCompatibilitySetBox.self)
    case "iacb": visitor.visit(IAConfigurationBox.self)
    case "pcmC": visitor.visit(PCMConfigBox.self)
    case "srat": visitor.visit(SamplingRateBox.self)
    case "chnl": visitor.visit(ChannelLayoutBox.self)
    case "dmix": visitor.visit(DownMixInstructionsBox.self)
    case "chan": visitor.visit(AudioChannelLayoutBox.self)
    case "enda": visitor.visit(LittleEndianBox.self)
    case "wfex": visitor.visit(WaveFormatExBox.self)
    case "sbtd": visitor.visit(SourceBitDepthBox.self)
    default: return false
    }
    return true
  }

  private static func visitTextPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "ftab": visitor.visit(FontTableBox.self)
    case "vttC": visitor.visit(WebVTTConfigurationBox.self)
    case "vlab": visitor.visit(WebVTTSourceLabelBox.self)
    case "payl": visitor.visit(CuePayloadBox.self)
    case "iden": visitor.visit(CueIDBox.self)
    case "sttg": visitor.visit(CueSettingsBox.self)
    case "ctim": visitor.visit(CueTimeBox.self)
    case "vsid": visitor.visit(CueSourceIDBox.self)
    case "vtta": visitor.visit(VTTAdditionalTextBox.self)
    case "txtC": visitor.visit(TextConfigBox.self)
    case "mime": visitor.visit(MIMEBox.self)
    case "uri ": visitor.visit(URIBox.self)
    case "uriI": visitor.visit(URIInitBox.self)
    default: return false
    }
    return true
  }

  private static func visitTimedPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "tims": visitor.visit(TimescaleEntryBox.self)
    case "tsro": visitor.visit(TimeOffsetBox.self)
    case "rssr": visitor.visit(ReceivedSsrcBox.self)
    case "tssy": visitor.visit(TimestampSynchronyBox.self)
    case "snro": visitor.visit(SequenceOffsetBox.self)
    case "keyd": visitor.visit(MetadataKeyDeclarationBox.self)
    case "dtyp": visitor.visit(MetadataDatatypeDefinitionBox.self)
    case "loca": visitor.visit(MetadataLocaleBox.self)
    case "setu": visitor.visit(MetadataSetupBox.self)
    default: return false
    }
    return true
  }
}
