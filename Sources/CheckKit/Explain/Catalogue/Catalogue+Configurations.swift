extension Catalogue {
  /// Boxes in sample entries: decoder configurations and properties of the media.
  static let configurationText = """
    =avcC,avcE|15/5.4.2.1 AVCConfigurationBox|AVC decoder configuration.
    configurationVersion|The version of the record.|1|15/5.3.3.1
    AVCProfileIndication|profile_idc of the sequence parameter sets.|66 Baseline, 77 Main, 88 Extended, 100 High, 110 High 10, 122 High \
    4:2:2, 244 High 4:4:4|15/5.3.3.1
    profile_compatibility|The byte with the constraint flags of the sequence parameter sets.||15/5.3.3.1
    AVCLevelIndication|level_idc: ten times the level.||15/5.3.3.1
    lengthSizeMinusOne|The size of the NAL unit length fields in bytes, minus 1.|0, 1 or 3|15/5.3.3.1
    numOfSequenceParameterSets|The number of sequence parameter sets.|0 to 31|15/5.3.3.1
    sequenceParameterSetLength|The number of bytes of the set that follows.||15/5.3.3.1
    sequenceParameterSetNALUnit|A sequence parameter set as a NAL unit.||15/5.3.3.1
    numOfPictureParameterSets|The number of picture parameter sets.|0 to 255|15/5.3.3.1
    pictureParameterSetLength|The number of bytes of the set that follows.||15/5.3.3.1
    pictureParameterSetNALUnit|A picture parameter set as a NAL unit.||15/5.3.3.1
    chroma_format|chroma_format_idc of the sequence parameter sets.|0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4|15/5.3.3.1
    bit_depth_luma_minus8|The bit depth of luma samples minus 8.|0 to 6|15/5.3.3.1
    bit_depth_chroma_minus8|The bit depth of chroma samples minus 8.|0 to 6|15/5.3.3.1
    numOfSequenceParameterSetExt|The number of sequence parameter set extensions.||15/5.3.3.1
    sequenceParameterSetExtLength|The number of bytes of the extension that follows.||15/5.3.3.1
    reserved|Reserved bits.|all ones|15/5.3.3.1
    =hvcC,hvcE|15/8.4.1.1 HEVCConfigurationBox|HEVC decoder configuration.
    configurationVersion|The version of the record.|1|15/8.3.3.1
    general_profile_space|The context of the profile.|0|15/8.3.3.1
    general_tier_flag|The tier.|0 Main, 1 High|15/8.3.3.1
    general_profile_idc|The profile.|1 Main, 2 Main 10, 3 Main Still Picture, 4 format range extensions|15/8.3.3.1
    general_profile_compatibility_flags|A bit for each profile that the stream conforms to, the first for profile 0.||15/8.3.3.1
    general_constraint_indicator_flags|The 48 bits of source and constraint flags of the profile.||15/8.3.3.1
    general_level_idc|30 times the level.||15/8.3.3.1
    min_spatial_segmentation_idc|The least number of independent regions of a picture, as in the VUI.|0 to 4095; 0 for no \
    promise|15/8.3.3.1
    parallelismType|How pictures can be decoded in parallel.|0 unknown or mixed, 1 slices, 2 tiles, 3 wavefronts|15/8.3.3.1
    chroma_format_idc|The chroma format.|0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4|15/8.3.3.1
    bit_depth_luma_minus8|The bit depth of luma samples minus 8.||15/8.3.3.1
    bit_depth_chroma_minus8|The bit depth of chroma samples minus 8.||15/8.3.3.1
    avgFrameRate|The average frame rate in frames per 256 seconds.|0 unknown|15/8.3.3.1
    constantFrameRate|Whether the frame rate is constant.|0 unknown, 1 constant, 2 constant in each temporal layer|15/8.3.3.1
    numTemporalLayers|The number of temporal sub-layers.|0 unknown, 1 not scalable|15/8.3.3.1
    temporalIdNested|Whether every sequence parameter set allows to switch up to a higher sub-layer at any picture.||15/8.3.3.1
    lengthSizeMinusOne|The size of the NAL unit length fields in bytes, minus 1.|0, 1 or 3|15/8.3.3.1
    numOfArrays|The number of arrays of parameter sets.||15/8.3.3.1
    array_completeness|Whether all units of this type are here and none is in the samples.|1 for hvc1, 0 or 1 for hev1|15/8.3.3.1
    NAL_unit_type|The type of the units in the array.|32 VPS, 33 SPS, 34 PPS, 39 and 40 SEI|15/8.3.3.1
    numNalus|The number of units in the array.||15/8.3.3.1
    nalUnitLength|The number of bytes of the unit that follows.||15/8.3.3.1
    nalUnit|A parameter set or SEI message as a NAL unit.||15/8.3.3.1
    reserved|Reserved bits.|all ones; 0 after array_completeness|15/8.3.3.1
    =lhvC|15/9.5.3 LHEVCConfigurationBox|Configuration of the layers that extend an HEVC base (L-HEVC).
    configurationVersion|Configuration version: 1.
    reserved|Reserved: 15.
    min_spatial_segmentation_idc|Minimum of the streams that use the record, 0 to 4095.
    parallelismType|0 unknown, 1 slices, 2 tiles, 3 wavefronts (rows of coding tree blocks).
    numTemporalLayers|Number of temporal layers; 0 if unknown, 1 if not scalable.
    temporalIdNested|Whether sps_temporal_id_nesting_flag is set in all sequence parameter sets.
    lengthSizeMinusOne|Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
    =mvcC,svcC|15/6.5.2 SVCDecoderConfigurationRecord, 7.5.3 MVCDecoderConfigurationRecord|Configuration of the views (mvcC) or layers \
    (svcC) that extend an AVC base.
    =vvcC|15/11.2.4.2 VvcConfigurationBox and VvcDecoderConfigurationRecord|VVC decoder configuration.
    reserved|Reserved: 31.
    LengthSizeMinusOne|Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
    ptl_present_flag|Profile, tier, level and picture format.
    =vvnC|15/VvcNALUConfigBox|NAL unit length size of a VVC track without a configuration record.
    =mvdC,a3dC|15/MVCDConfigurationBox, A3DConfigurationBox|Configuration of views with depth: mvdC for MVC+D, a3dC for 3D-AVC. 3dpr \
    may follow.
    =evcC|15/12.3.3 EVCDecoderConfigurationRecord|EVC decoder configuration.
    =evsC|15/EVCSliceComponentTrackConfigurationBox|Configuration of an EVC slice component track. The record inside is kept as \
    bytes.
    =hvtC|15/HEVCTileConfigurationBox|Profile, tier and level of an HEVC tile track. The record inside is kept as bytes.
    =dhec|15/DefaultHevcExtractorConstructorBox|Constructors that an HEVC extractor without constructors of its own uses. They are \
    kept as bytes: the size of their offsets is in the decoder configuration.
    num_entries|Number of constructors.
    =av1C|AV1 Codec ISO Media File Format Binding 1.2, 2.3 AV1CodecConfigurationBox|AV1 decoder configuration.
    marker|Marker: 1.
    version|Version: 1.
    seq_profile|Profile: 0 Main, 1 High, 2 Professional.
    seq_level_idx_0|Level index; 0 is level 2.0 and each major level has four, e.g. 8 is level 4.0; 31 is unlimited.
    seq_tier_0|Whether the tier is High.
    high_bitdepth|Whether the bit depth is more than 8.
    twelve_bit|Whether the bit depth is 12.
    monochrome|Whether there are no chroma planes.
    chroma_subsampling_x|Whether chroma is subsampled horizontally.
    chroma_subsampling_y|Whether chroma is subsampled vertically.
    chroma_sample_position|0 unknown, 1 vertical (between two rows), 2 co-located (top left).
    initial_presentation_delay_present|Whether initial_presentation_delay_minus_one is valid.
    initial_presentation_delay_minus_one|Number of samples to decode before the first is displayed, minus 1; reserved if the flag is \
    not set.
    configOBUs|Sequence header OBU and metadata OBUs; can be empty.
    =vpcC|VP Codec ISO Media File Format Binding 1.0, VPCodecConfigurationBox|VP8 or VP9 decoder configuration.
    profile|Profile, 0 to 3.
    level|Ten times the level, e.g. 31 for 3.1; 0 if unknown.
    bitDepth|Bit depth: 8, 10 or 12.
    chromaSubsampling|0 4:2:0 with vertical chroma position, 1 4:2:0 with co-located chroma, 2 4:2:2, 3 4:4:4.
    videoFullRangeFlag|Whether samples use the full range.
    colourPrimaries|Colour primaries of ITU-T H.273, e.g. 1 BT.709, 9 BT.2020.
    transferCharacteristics|Transfer characteristics of ITU-T H.273, e.g. 1 BT.709, 16 PQ, 18 HLG.
    matrixCoefficients|Matrix coefficients of ITU-T H.273, e.g. 1 BT.709, 9 BT.2020.
    codecInitializationData|Codec initialization data; empty for VP8 and VP9.
    =d263|3GPP TS 26.244, 6.8 H263SpecificBox|H.263 decoder configuration; bitr may follow.
    vendor|Vendor of the encoder.
    decoder_version|Version of the encoder.
    H263_Level|H.263 level, e.g. 10.
    H263_Profile|H.263 profile, 0 for baseline.
    =bitr|3GPP TS 26.244, 6.9 BitrateBox|Bit rates of an H.263 stream.
    avg_bitrate|Average bit rate of the whole track in bits per second.
    max_bitrate|Maximum bit rate in any one-second window, in bits per second.
    =esds|14/6.7.2 ESDBox|Elementary stream descriptor in a sample entry.
    tag|The kind of descriptor.|3 ES_Descriptor, 4 DecoderConfigDescriptor, 5 DecoderSpecificInfo, 6 SLConfigDescriptor|ISO/IEC \
    14496-1, 7.2.2
    size|The number of bytes of the descriptor after this field, coded with 7 bits in a byte.||ISO/IEC 14496-1, 8.3.3
    ES_ID|The elementary stream.|0 in a file|ISO/IEC 14496-1, 7.2.6.5
    streamDependenceFlag|Whether dependsOn_ES_ID follows.||ISO/IEC 14496-1, 7.2.6.5
    URL_Flag|Whether a URL follows.||ISO/IEC 14496-1, 7.2.6.5
    OCRstreamFlag|Whether OCR_ES_Id follows.||ISO/IEC 14496-1, 7.2.6.5
    streamPriority|The priority of the stream.|0 to 31|ISO/IEC 14496-1, 7.2.6.5
    objectTypeIndication|The coding.|0x20 MPEG-4 Visual, 0x40 AAC, 0x66 to 0x68 MPEG-2 AAC, 0x69 and 0x6B MPEG audio|ISO/IEC 14496-1, \
    7.2.6.6
    streamType|The kind of stream.|4 visual, 5 audio|ISO/IEC 14496-1, 7.2.6.6
    upStream|Whether the stream goes to the server.|0|ISO/IEC 14496-1, 7.2.6.6
    bufferSizeDB|The size of the decoding buffer.|bytes|ISO/IEC 14496-1, 7.2.6.6
    maxBitrate|The maximum bit rate in any one-second window.|bits per second|ISO/IEC 14496-1, 7.2.6.6
    avgBitrate|The average bit rate.|bits per second; 0 if it varies|ISO/IEC 14496-1, 7.2.6.6
    body|The content of the descriptor; of DecoderSpecificInfo the configuration of the decoder, such as an \
    AudioSpecificConfig.||ISO/IEC 14496-1, 7.2.6.7
    =m4ds|15/5.4.2.1 MPEG4ExtensionDescriptorsBox|MPEG-4 Systems descriptors of an AVC or HEVC stream.
    =glbl||Codec header for formats without a box of their own; an FFmpeg extension.
    data|Codec-specific data.
    =btrt|8.5.2.2 BitRateBox|Bit rate and buffer size of a track.
    bufferSizeDB|Size of the decoding buffer in bytes.
    maxBitrate|Maximum bit rate in any one-second window, in bits per second.
    avgBitrate|Average bit rate of the whole track in bits per second.
    =pasp|12.1.4 PixelAspectRatioBox|Pixel aspect ratio.
    hSpacing|Relative width of a pixel.
    vSpacing|Relative height of a pixel.
    =colr|12.1.5 ColourInformationBox|Colour information of a picture.
    colour_type|What follows.|nclx: code points with a range flag; nclc: code points of QuickTime; rICC and prof: an ICC profile
    colour_primaries|The chromaticities of the primaries and the white point.|ITU-T H.273: 1 BT.709, 5 and 6 BT.601, 9 BT.2020, 12 P3-D65
    transfer_characteristics|The function between light and sample values.|ITU-T H.273: 1 BT.709, 13 sRGB, 16 PQ, 18 HLG
    matrix_coefficients|The matrix between RGB and the samples.|ITU-T H.273: 0 RGB, 1 BT.709, 5 and 6 BT.601, 9 BT.2020
    full_range_flag|Whether the samples use the full range of values.|0 limited range, 1 full range
    ICC_profile|The ICC profile.
    =clap|12.1.4 CleanApertureBox|Clean aperture of a picture. Values are fractions; denominators are not 0.
    cleanApertureWidthN|Width in pixels: numerator.
    cleanApertureWidthD|Width: denominator.
    cleanApertureHeightN|Height in pixels: numerator.
    cleanApertureHeightD|Height: denominator.
    horizOffN|Horizontal offset of the aperture centre from the picture centre, in pixels to the right: numerator.
    horizOffD|Horizontal offset: denominator.
    vertOffN|Vertical offset of the aperture centre from the picture centre, in pixels down: numerator.
    vertOffD|Vertical offset: denominator.
    =fiel|qt/"Video Sample Description Extensions", fiel; ISO/IEC 15444-3 for Motion JPEG 2000|Field count and field order of pictures.
    field_count|Fields per picture: 1 or 2.
    field_ordering|For two fields: 1 top coded and displayed first, 6 bottom coded and displayed first, 9 top coded first and bottom \
    displayed first, 14 bottom coded first and top displayed first.
    =gama|qt/"Video Sample Description Extensions", gama|Gamma of a picture.
    gamma_level|Gamma as 16.16 fixed point.
    =dvcC,dvvC,dvwC|Dolby Vision Streams Within the ISO Base Media File Format 2.4, 2.2 DOVIDecoderConfigurationRecord|Dolby Vision \
    decoder configuration: dvcC for profiles up to 7, dvvC for 8 to 10, dvwC for later profiles.
    dv_version_major|Major version: 1, 2 or 3.
    dv_version_minor|Minor version: 0 or 1.
    dv_profile|Profile: 5 without a compatible base layer, 7 for discs, 8 with a compatible base layer, 10 for AV1.
    dv_level|Level, 1 to 13, e.g. 5 for 1920 × 1080 at 60 frames per second, 9 for 3840 × 2160 at 60.
    rpu_present_flag|Whether the stream contains the metadata (RPU).
    el_present_flag|Whether the stream contains an enhancement layer.
    bl_present_flag|Whether the stream contains a base layer.
    dv_bl_signal_compatibility_id|Compatibility of the base layer: 0 none, 1 HDR10, 2 SDR, 4 HLG, 6 Blu-ray HDR10.
    dv_md_compression|Metadata compression: 0 none, 1 limited, 3 extended.
    =mdcv|12.1.7 MasteringDisplayColourVolumeBox|Mastering display colour volume of a picture.
    display_primaries|x and y of green, blue and red in units of 0.00002.
    white_point_x|x of the white point in units of 0.00002.
    white_point_y|y of the white point in units of 0.00002.
    max_display_mastering_luminance|Maximum luminance in units of 0.0001 cd/m².
    min_display_mastering_luminance|Minimum luminance in units of 0.0001 cd/m².
    =clli|12.1.6 ContentLightLevelBox|Content light level of a picture.
    max_content_light_level|Maximum pixel light level in cd/m²; 0 if unknown.
    max_pic_average_light_level|Maximum picture average light level in cd/m²; 0 if unknown.
    =SmDm|VP Codec ISO Media File Format Binding 1.0, SMPTE2086MasteringDisplayMetadataBox|Mastering display of a VP9 picture.
    primary_chromaticity|x and y of red, green and blue as 0.16 fixed point.
    whitePointChromaticity_x|x of the white point as 0.16 fixed point.
    whitePointChromaticity_y|y of the white point as 0.16 fixed point.
    luminanceMax|Maximum luminance in cd/m² as 24.8 fixed point.
    luminanceMin|Minimum luminance in cd/m² as 18.14 fixed point.
    =CoLL|VP Codec ISO Media File Format Binding 1.0, ContentLightLevelBox|Content light level of a VP9 picture.
    maxCLL|Maximum pixel light level in cd/m²; 0 if unknown.
    maxFALL|Maximum picture average light level in cd/m²; 0 if unknown.
    =amve|ISO/IEC 23008-12:2022 and 14496-12:2022 AmbientViewingEnvironmentBox; H.265, D.2.39|Ambient viewing environment for which a \
    picture is intended.
    ambient_illuminance|Illuminance in units of 0.0001 lux.
    ambient_light_x|Chromaticity x in units of 0.00002.
    ambient_light_y|Chromaticity y in units of 0.00002.
    =reve|ISO/IEC 23008-12:2022/Amd 1 ReferenceViewingEnvironmentBox|Viewing environment in which a picture was mastered.
    surround_luminance|Luminance of the surround, in units of 0.0001 cd/m².
    surround_light_x|Chromaticity x of the surround in units of 0.00002.
    surround_light_y|Chromaticity y of the surround in units of 0.00002.
    periphery_luminance|Luminance of the periphery, in units of 0.0001 cd/m².
    periphery_light_x|Chromaticity x of the periphery in units of 0.00002.
    periphery_light_y|Chromaticity y of the periphery in units of 0.00002.
    =ndwt|ISO/IEC 23008-12:2022/Amd 1 NominalDiffuseWhiteBox|Luminance of nominal diffuse white.
    diffuse_white_luminance|Luminance in units of 0.0001 cd/m².
    =cclv|12.1.8 ContentColourVolumeBox; H.265, D.2.40|Colour volume of the content.
    ccv_reserved_zero_2bits|Reserved: 0.
    ccv_primaries|x and y of green, blue and red in units of 0.00002.
    ccv_min_luminance_value|Minimum luminance in units of 0.0000001 cd/m².
    ccv_max_luminance_value|Maximum luminance in units of 0.0000001 cd/m².
    ccv_avg_luminance_value|Average luminance in units of 0.0000001 cd/m².
    =ccst|heif/7.2.3 CodingConstraintsBox|Reference picture constraints of an image sequence.
    all_ref_pics_intra|Whether all reference pictures are intra pictures.
    intra_pred_used|Whether intra pictures use intra prediction.
    max_ref_per_pic|Maximum number of reference pictures per picture; 15 for any number.
    =stsl|ISO/IEC 14496-12:2005, 8.16.6 SampleScaleBox|Scaling of pictures whose size differs from that of the track.
    constraint_flag|Whether this scale method is mandatory.
    scale_method|Value of the SMIL 1.0 attribute fit.
    display_center_x|Horizontal offset of the priority area from the picture centre, in pixels to the right.
    display_center_y|Vertical offset of the priority area from the picture centre, in pixels down.
    =auxi|heif/7.5.3.1 AuxiliaryTypeInfoBox|Type of the pictures of an auxiliary track.
    aux_track_type|URN of the type, e.g. urn:mpeg:mpegB:cicp:systems:auxiliary:alpha.
    =st3d|Google, Spherical Video V2 RFC, st3d|Stereo layout of a picture.
    stereo_mode|0 monoscopic, 1 top (left eye) and bottom (right eye), 2 side by side, 3 as given by the mesh, 4 side by side with the \
    right eye first.
    =svhd|Google, Spherical Video V2 RFC, svhd|Software that created spherical video metadata.
    metadata_source|Name of the software, UTF-8.
    =prhd|Google, Spherical Video V2 RFC, prhd|Orientation of a spherical picture.
    pose_yaw_degrees|Yaw: anticlockwise rotation around the up axis, −180 to 180.
    pose_pitch_degrees|Pitch: upward rotation, −90 to 90.
    pose_roll_degrees|Roll: clockwise rotation around the forward axis, −180 to 180.
    =equi|Google, Spherical Video V2 RFC, equi|Equirectangular projection of a sphere, with cropping. Bounds are fractions of the full \
    picture as 0.32 fixed point.
    projection_bounds_top|Fraction cropped at the top.
    projection_bounds_bottom|Fraction cropped at the bottom.
    projection_bounds_left|Fraction cropped at the left.
    projection_bounds_right|Fraction cropped at the right.
    =cbmp|Google, Spherical Video V2 RFC, cbmp|Cubemap projection of a sphere.
    layout|0: three columns by two rows: right, left, up, down, front, back.
    padding|Padding around each face in pixels.
    =mshp|Google, Spherical Video V2 RFC, mshp|Mesh projection of a sphere or part of one.
    crc|CRC-32 of the bytes that follow.
    encoding_four_cc|Encoding: raw or dfl8 (DEFLATE).
    data|mesh boxes, encoded as given by encoding_four_cc.
    =must|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, RequiredBoxTypesBox|Sibling boxes that a reader must \
    support in order to display the picture.
    =stri|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, StereoViewInformationBox|Eyes for which there are views.
    =hero|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, HeroStereoEyeDescriptionBox|Eye whose picture is displayed \
    if only one can be.
    =blin|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, StereoCameraSystemBaselineBox|Baseline (distance) of the \
    stereo cameras.
    =dadj|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, StereoComfortDisparityAdjustmentBox|Horizontal disparity \
    adjustment between the pictures of both eyes.
    =prji|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, ProjectionInformationBox|Projection of the scene onto the \
    picture.
    =pkin|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, ViewPackingInformationBox|Packing of the pictures of both \
    eyes into one.
    =hfov|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, HorizontalFieldOfViewBox|Horizontal field of view of the \
    camera.
    =dOps|Encapsulation of Opus in ISO Base Media File Format 0.8.1, 4.3.2 OpusSpecificBox; RFC 7845, 5.1|Opus decoder configuration.
    Version|The version of the box.|0
    OutputChannelCount|The number of channels.
    PreSkip|The number of samples at 48 kHz to discard at the start.
    InputSampleRate|The sampling rate of the source, for information.|Hz
    OutputGain|The gain to apply.|8.8 fixed point dB
    ChannelMappingFamily|How channels map to loudspeakers.|0 mono or stereo, 1 Vorbis order, 255 undefined
    StreamCount|The number of Opus streams.
    CoupledCount|How many of them are stereo.
    =dfLa|Encapsulation of FLAC in ISO Base Media File Format 0.0.4, 3.3.2 FLACSpecificBox; RFC 9639, 8|FLAC decoder configuration.
    =dac3|ETSI TS 102 366, F.4 AC3SpecificBox|AC-3 decoder configuration.
    fscod|Sample rate code: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    bsid|Bit stream identification: 8.
    bsmod|Bit stream mode, e.g. 0 complete main, 2 visually impaired.
    acmod|Audio coding mode, e.g. 1 mono, 2 stereo, 7 3/2.
    lfeon|Whether there is an LFE channel.
    bit_rate_code|Index into 19 bit rates, e.g. 10 for 192, 14 for 384, 15 for 448 kbit/s.
    =dec3|ETSI TS 102 366, F.6 EC3SpecificBox; TS 103 420, C.3.1 for the extension after the substreams|E-AC-3 decoder configuration.
    =dac4|ETSI TS 103 190-2, E.5 AC4SpecificBox, E.6 ac4_dsi_v1|AC-4 decoder configuration: the start of the DSI.
    =alac|Apple Lossless Audio Codec, "Magic Cookie Description", ALACSpecificConfig|Apple Lossless decoder configuration, in a sample \
    entry or in wave.
    frameLength|Samples per channel in a packet.
    compatibleVersion|Compatible version: 0.
    bitDepth|Bit depth: 16, 20, 24 or 32.
    pb|Tuning parameter, usually 40.
    mb|Tuning parameter, usually 10.
    kb|Tuning parameter, usually 14.
    numChannels|Number of channels.
    maxRun|Unused; 255.
    maxFrameBytes|Largest packet size in bytes; 0 if unknown.
    avgBitRate|Average bit rate in bits per second; 0 if unknown.
    sampleRate|Sample rate in Hz.
    channelLayout|chan box of old files, or empty.
    =damr|3GPP TS 26.244, 6.7 AMRSpecificBox|AMR decoder configuration.
    vendor|Vendor of the encoder.
    decoder_version|Version of the encoder.
    mode_set|One bit for each mode used, lowest rate in the least significant bit.
    mode_change_period|Minimum number of frames between mode changes; 0 for no restriction.
    frames_per_sample|Frames per sample, 1 to 15.
    =ddts|ETSI TS 102 114, E.2.2.3 DTSSpecificBox|DTS decoder configuration.
    =dmlp|Dolby TrueHD (MLP) Bitstreams Within the ISO Base Media File Format, 4.2 MLPSpecificBox|Dolby TrueHD decoder configuration.
    format_info|format_info of the stream: sample rate and channel assignments.
    peak_data_rate|Peak data rate in units of 1/16 bit per sample.
    =mhaC|ISO/IEC 23008-3:2022, 20.5.2 MHADecoderConfigurationRecord|MPEG-H 3D Audio decoder configuration.
    configurationVersion|Configuration version: 1.
    mpegh3daProfileLevelIndication|Profile and level: 0x0B to 0x0F Low Complexity, 0x10 to 0x14 Baseline, by level.
    referenceChannelLayout|Reference layout: ChannelConfiguration of ISO/IEC 23091-3.
    mpegh3daConfig|mpegh3daConfig( ), at most 65535 bytes.
    =mhaP|ISO/IEC 23008-3:2022, 20.7 MHAProfileAndLevelCompatibilitySetBox|Additional MPEG-H profiles and levels that a stream conforms \
    to.
    CompatibleSetIndication|Profile and level indications as in mhaC, at most 255.
    =iacb|Immersive Audio Model and Formats 1.1, 6.2.4 IAConfigurationBox|Immersive audio (IAMF) decoder configuration.
    configurationVersion|Configuration version: 1.
    configOBUs_size|Size of the OBUs in bytes as leb128( ): 7 bits per byte, least significant first; the top bit is set in all bytes \
    but the last.
    configOBUs|Descriptor OBUs, including any bytes beyond the coded size.
    =pcmC|ISO/IEC 23003-5:2020, 5.2 PCMConfig|Format of uncompressed audio samples, for ipcm and fpcm.
    format_flags|1 for little-endian.
    PCM_sample_size|Sample size in bits: 16, 24 or 32; 32 or 64 for fpcm.
    =srat|12.2.3 SamplingRateBox|Sample rate of an audio track if it does not fit in the sample entry.
    sampling_rate|Sample rate in Hz.
    =chnl|12.2.4 ChannelLayout|Audio channel layout.
    =dmix|12.2.5 DownMixInstructions; the format is in ISO/IEC 23003-4|Downmix instructions.
    data|Coded instructions.
    =chan|qt/"Audio Channel Layout Atom"; Core Audio's AudioChannelLayout|QuickTime audio channel layout.
    =enda|qt/"Sound Sample Description Extensions", enda|Byte order of samples, in wave.
    littleEndian|1 for little-endian.
    =wfex|Protected Interoperable File Format 1.1; Windows WAVEFORMATEX, with little-endian values|Windows audio format description, in \
    PIFF files.
    WAVEFORMATEX|The 18 bytes common to all formats.
    extra|Format-specific data; for WMA 8 and later, the decoder configuration.
    =sbtd||Sample format before compression, as written by Apple.
    source_bit_depth|A letter for the number type followed by the number of bits, e.g. I24.
    =ftab|3GPP TS 26.245, 5.16 FontTableBox|Fonts referenced by timed text.
    font-entry|Fonts, at most 65535.
    =vttC|ISO/IEC 14496-30:2018, 7.5 WebVTTConfigurationBox|Header of a WebVTT file: everything before the first cue.
    config|WEBVTT and the lines after it, UTF-8; usually without a terminating zero.
    =vlab|ISO/IEC 14496-30:2018, 7.5 WebVTTSourceLabelBox|Source of a WebVTT track.
    source_label|URI, UTF-8.
    =payl|ISO/IEC 14496-30:2018, 7.6 CuePayloadBox|Cue text in a WebVTT sample.
    cue_text|UTF-8 with WebVTT markup.
    =iden|ISO/IEC 14496-30:2018, 7.6 CueIDBox|Cue identifier in a WebVTT sample.
    cue_id|Identifier, UTF-8.
    =sttg|ISO/IEC 14496-30:2018, 7.6 CueSettingsBox|Cue settings in a WebVTT sample.
    settings|Settings, e.g. line:0 align:start.
    =ctim|ISO/IEC 14496-30:2018, 7.6 CueTimeBox|Start time in the WebVTT file of a cue that is split into several samples.
    cue_current_time|Time, e.g. 00:00:10.000.
    =vsid|ISO/IEC 14496-30:2018, 7.6 CueSourceIDBox|Identifies the original cue of a cue that is split into several samples.
    source_ID|Source ID; equal for all parts of a cue.
    =vtta|ISO/IEC 14496-30:2018, 7.6 VTTAdditionalTextBox|Comment between cues in a WebVTT sample.
    cue_additional_text|Comment, UTF-8.
    =txtC|12.5.3 TextConfigBox|Text that precedes every sample.
    text_config|Text, UTF-8.
    =mime|12.6.3 MIMEBox|MIME type of the samples.
    content_type|Type with parameters, e.g. application/ttml+xml;codecs=im1i.
    =uri |12.3.3 URIBox|Format of urim timed metadata.
    theURI|URI that identifies the format.
    =uriI|12.3.3 URIInitBox|Initialization data of urim timed metadata.
    uri_initialization_data|Format-specific data.
    =tims|9.1.2 timescaleentry|RTP time scale.
    =tsro|9.1.2 timeoffset|Offset added to RTP timestamps.
    =rssr|9.4.1 ReceivedSsrcBox|SSRC of the RTP stream in a reception hint track.
    =tssy|9.4.1 timestampsynchrony|Synchronization of the timestamps of received RTP streams.
    =snro|9.1.2 sequenceoffset|Offset added to RTP sequence numbers.
    =keyd|qt/"Timed Metadata", MetadataKeyDeclarationBox|Key of timed metadata values.
    key_namespace|Key namespace, e.g. mdta for a reverse domain name.
    key_value|Key; its format depends on the namespace.
    =dtyp|qt/"Timed Metadata", MetadataDatatypeDefinitionBox|Data type of a timed metadata key.
    datatype_namespace|0: datatype is a 4-byte well-known type; 1: a reverse domain name.
    datatype|Data type; its format depends on the namespace.
    =loca|qt/"Timed Metadata", MetadataLocaleBox|Language of a timed metadata key.
    locale_string|BCP 47 language tag.
    =setu|qt/"Timed Metadata", MetadataSetupBox|Initialization data of a timed metadata key.
    data|Type-specific data.
    """
}
