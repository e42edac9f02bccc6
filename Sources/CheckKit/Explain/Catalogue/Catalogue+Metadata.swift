extension Catalogue {
  /// Metadata, user data and protection.
  static let metadataText = """
    =data|iTunes; QuickTime File Format, Data Atom|Value of a metadata item.
    type_set|0 for well-known types.
    type|Value type: 1 UTF-8, 2 UTF-16, 13 JPEG, 14 PNG, 21 signed integer, 22 unsigned integer, 23 and 24 floating-point numbers of 32 \
    and 64 bits, 27 BMP; 0 if the item implies the type.
    country|0 for all; otherwise a two-letter code, or an index below 256 into the lists of ctry.
    language|0 for all; otherwise a language code as in mdhd, or an index below 256 into the lists of lang.
    value|Value bytes.
    =mean,name|As written by iTunes; not part of a published standard|Key of the enclosing ---- metadata item: namespace (mean) or name \
    (name).
    text|Reverse domain name such as com.apple.iTunes, or a name; usually without a terminating zero.
    =itif|qt/Item Information Atom|ID of a metadata item.
    item_ID|Item ID.
    =keys|qt/Metadata Item Keys Atom|Metadata keys; box types in ilst are 1-based indices into this list.
    =ID32|ID3v2 in ISO base media files, www.mp4ra.org: ID3v2Box|ID3v2 metadata.
    language|Language.
    ID3v2_data|ID3v2 tag, starting with ID3.
    =xml |8.11.2 XMLBox|Metadata as XML.
    xml|The XML document.
    =bxml|8.11.2 BinaryXMLBox|Metadata as binary XML.
    data|The binary XML document.
    =tlou,alou|12.2.7 LoudnessBaseBox|Loudness of a track (tlou) or of its album (alou).
    loudness_info_type|What the loudness applies to (ISO/IEC 23008-3), from version 2; reserved bits in version 1.
    mae_group|mae_group_ID for types 1 and 2, mae_group_preset_ID for type 3, with the preceding reserved bits; from version 2.
    loudness_base|Exactly one entry in version 0, at most 63 in later versions.
    =mere|8.11.8 MetaboxRelationBox|Relation of two sibling meta boxes.
    first_metabox_handler_type|Handler type of the first box.
    second_metabox_handler_type|Handler type of the second box.
    metabox_relation|1 unknown, 2 unrelated, 3 complementary, 4 overlapping without preference, 5 overlapping with the first preferred.
    =udta/cprt,titl,dscp,perf,auth,gnre,coll,swre|8.10.2 CopyrightBox; 3GPP TS 26.244, 8.2|Text about the movie or a track in one \
    language: cprt copyright, titl title, dscp description, perf performer, auth author, gnre genre, coll collection, swre software.
    language|Language of the text.
    =udta/yrrc|3GPP TS 26.244, 8.2 RecordingYearBox|Recording year of the media.
    recording_year|Year.
    =udta/albm|3GPP TS 26.244, 8.2 AlbumBox|Album of the media.
    language|Language of the title.
    track_number|1-based track number in the album.
    =udta/rtng|3GPP TS 26.244, 8.2 RatingBox|Content rating of the media.
    rating_entity|Entity that issued the rating.
    rating_criteria|Rating criteria.
    language|Language of the text.
    =udta/clsf|3GPP TS 26.244, 8.2 ClassificationBox|Classification of the media.
    classification_entity|Entity that issued the classification.
    classification_table|Classification table.
    language|Language of the text.
    =udta/kywd|3GPP TS 26.244, 8.2 KeywordsBox|Keywords of the media.
    language|Language of the keywords.
    keywords|Keywords as coded, each with its terminating zero.
    =udta/loci|3GPP TS 26.244, 8.2 LocationInformationBox|Location where the media was recorded or which it depicts.
    language|Language of the texts.
    role|0 shooting location, 1 real location depicted, 2 fictional location.
    longitude|Longitude in degrees as 16.16 fixed point; negative west of Greenwich.
    latitude|Latitude in degrees as 16.16 fixed point; negative south of the equator.
    altitude|Altitude above sea level in metres as 16.16 fixed point.
    =udta/name|qt/User Data Atoms|Name of a track or movie, in udta.
    name|Name; usually without a terminating zero.
    =udta/tagc|qt/Media Characteristic Tags|Media characteristic of a track, e.g. public.auxiliary-content.
    tag|Tag; usually without a terminating zero.
    =udta/WLOC|qt/User Data Atoms|Initial position of the movie window on the screen.
    x|Offset from the left.
    y|Offset from the top.
    =udta/AllF,SelO|qt/User Data Atoms|Whether to play all frames even if playback slows down (AllF), or only the selection (SelO).
    value|1 if enabled.
    =udta/LOOP|qt/User Data Atoms|Loop mode of the movie.
    style|0 loops from the start, 1 plays forwards and backwards in turn.
    =udta/ptv |qt/User Data Atoms|Display settings of the movie for full-screen playback.
    display_size|0 normal, 1 double, 2 half, 3 full screen, 4 current size.
    reserved1|Reserved: 0.
    reserved2|Reserved: 0.
    slide_show|1 if a key press advances to the next frame.
    play_on_open|1 if playback starts on open.
    =udta/chpl|Not part of a published standard|Chapter list as written by Nero.
    =udta/Xtra|As written by Windows; not part of a published standard|Windows Media metadata.
    =trpy,nump,tpyl,dmed,dimm,drep|9.1.5 hintstatisticsbox|Statistics of a hint track, in 64 bits: trpy bytes with headers, nump \
    packets, tpyl bytes without headers, dmed bytes from media tracks, dimm immediate bytes, drep repeated bytes.
    =totl,npck,tpay,pmax,dmax|9.1.5 hintstatisticsbox|Statistics of a hint track, in 32 bits: totl bytes with headers, npck packets, \
    tpay bytes without headers, pmax largest packet in bytes, dmax longest packet in milliseconds.
    =tmin,tmax|9.1.5 hintstatisticsbox: tmin and tmax, in milliseconds|Extreme relative transmission time of a hint track, in hinf.
    =maxr|9.1.5 hintstatisticsbox|Maximum data rate of a hint track, in hinf.
    =payt|9.1.5 hintstatisticsbox|RTP payload type and its name, in hinf.
    =rtp |9.1.4 moviehintinformation|Session description of a movie, in the hnti of the movie.
    =sdp |9.1.4 rtptracksdphintinformation|Session description of a track, in the hnti of the track.
    =frma|8.12.3 OriginalFormatBox|Original type of a protected or compressed sample entry.
    data_format|Sample entry type.
    =schm|8.12.6 SchemeTypeBox|Scheme by which a track is encrypted or otherwise restricted to certain players.
    scheme_type|cenc, cbcs, cens, cbc1, piff; for restrictions without encryption e.g. stvi.
    scheme_version|Scheme version: 0x10000 for Common Encryption.
    =tenc|ISO/IEC 23001-7:2023, 8.2 TrackEncryptionBox|Default encryption of the samples of a track.
    default_crypt_byte_block|Encrypted 16-byte blocks of the pattern in version 1; this and the next field are 0 in version 0.
    default_skip_byte_block|Clear 16-byte blocks after them; the pattern repeats.
    default_isProtected|1 if samples are encrypted, 0 if not.
    default_Per_Sample_IV_Size|Size of per-sample initialization vectors in bytes: 8 or 16; 0 for a constant vector.
    default_KID|Key ID.
    default_constant_IV|Constant initialization vector, 8 or 16 bytes; absent if vectors are per sample.
    =pssh|ISO/IEC 23001-7:2023, 8.1 ProtectionSystemSpecificHeaderBox|License acquisition data for a DRM system.
    KID|A key that the data is about.
    DataSize|The number of bytes of Data.
    SystemID|16-byte system ID.
    Data|System-specific data.
    =senc|ISO/IEC 23001-7:2023, 7.2 SampleEncryptionBox|Encryption of each sample of a fragment or track.
    samples|The initialization vectors and subsamples of each sample.
    sample_count|Number of samples.
    =saiz|8.7.8 SampleAuxiliaryInformationSizesBox|Size of the auxiliary information of each sample; saio has the location.
    default_sample_info_size|Size for every sample in bytes; 0 if each has its own.
    sample_count|Number of samples.
    sample_info_size|Size for each sample in bytes, if default_sample_info_size is 0.
    =saio|8.7.9 SampleAuxiliaryInformationOffsetsBox|Location of sample auxiliary information; saiz has the sizes.
    offset|Where the information of a chunk or fragment is.|bytes, from the start of the file or of the moof
    =ipro|8.11.5 ItemProtectionBox|Protection of items; sinf boxes follow.
    protection_count|Number of boxes that follow.
    =srpp|9.1.2.2 SRTPProcessBox|Protection of SRTP packets; schm and schi follow.
    =csch|8.15.4 CompatibleSchemeTypeBox|A scheme that the track conforms to in addition to the scheme of schm.
    scheme_type|Scheme type, e.g. stvi.
    scheme_version|Scheme version.
    =imif|ISO/IEC 14496-12:2005, 8.45.6 IPMPInfoBox|IPMP tools of a protected track, as MPEG-4 Systems descriptors.
    ipmp_desc|IPMP_Descriptors.
    =ipmc|ISO/IEC 14496-12:2005, 8.45.7 IPMPControlBox|IPMP tools of a file or of a meta box, as MPEG-4 Systems descriptors.
    toollist|IPMP_ToolListDescriptor: the tools that the file needs.
    ipmp_desc|IPMP_Descriptors that any stream can refer to, at most 255.
    =stvi|8.15.4.2 StereoVideoBox|Stereo arrangement of the pictures of restricted video.
    single_view_allowed|1 the right view can be displayed alone, 2 the left view, 3 either.
    stereo_scheme|1 frame packing of ISO/IEC 14496-10, 2 of ISO/IEC 13818-2, 3 of ISO/IEC 23000-11, 4 with temporal interleaving.
    stereo_indication_type|Scheme-specific type; for scheme 1 a 4-byte frame_packing_arrangement_type.
    =uuid/8974dbce-7be7-4c51-84f9-7148f9882554|Protected Interoperable File Format 1.1, 5.3.3 TrackEncryptionBox|Default encryption of \
    a track, in PIFF.
    default_AlgorithmID|0 none, 1 AES-CTR, 2 AES-CBC.
    default_IV_size|Initialization vector size in bytes: 8 or 16.
    default_KID|Key ID.
    =uuid/a2394f52-5a9b-4f14-a244-6c427c648df4|Protected Interoperable File Format 1.1, 5.3.2 SampleEncryptionBox|Encryption of each \
    sample of a fragment, in PIFF.
    =uuid/d08a4f18-10f3-4a82-b6c8-32d8aba183d3|Protected Interoperable File Format 1.1, 5.3.1 ProtectionSystemSpecificHeaderBox|License \
    acquisition data for a DRM system, in PIFF.
    SystemID|16-byte system ID.
    Data|System-specific data.
    =uuid/6d1d9b05-42d5-44e6-80e2-141daff757b2|Microsoft, [MS-SSTR] 2.2.4.4 TfxdBox|Start time and duration of a Smooth Streaming \
    fragment.
    FragmentAbsoluteTime|Start time in units of the track time scale, usually 10,000,000 per second.
    FragmentDuration|Duration in the same units.
    =uuid/d4807ef2-ca39-4695-8e54-26cb9e46a79f|Microsoft, [MS-SSTR] 2.2.4.5 TfrfBox|Start times of the next fragments of a live \
    presentation.
    =uuid/ffcc8263-f855-4a93-8814-587a02521fdd|Google, Spherical Video RFC (version 1)|Spherical video metadata as RDF/XML.
    metadata|XML in UTF-8.
    =uuid/be7acfcb-97a9-42e8-9c71-999491e3afac|Adobe, XMP Specification Part 3, "MPEG-4"|XMP metadata.
    packet|XMP packet: XML in UTF-8.
    """
}
