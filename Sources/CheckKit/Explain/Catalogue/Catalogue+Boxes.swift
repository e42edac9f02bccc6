extension Catalogue {
  /// Boxes of movies, tracks, sample tables, fragments and segments.
  static let boxText = """
    =sidx|8.16.3 SegmentIndexBox|Sizes and durations of the subsegments of a segment.
    reference_ID|The track, or stream, that the index is about.|track_ID
    timescale|The number of time units in a second of the times in this box.
    earliest_presentation_time|The earliest presentation time in the first subsegment.|units of timescale
    first_offset|The distance from the end of this box to the first subsegment.|bytes
    reference_count|The number of references that follow.
    references|The subsegments, or further indexes.
    reference_type|What is referred to.|0 media, 1 another sidx
    referenced_size|The distance to the next reference.|bytes
    subsegment_duration|The duration of the subsegment.|units of timescale
    starts_with_SAP|Whether the subsegment starts with a stream access point.|0 or 1
    SAP_type|The type of the first stream access point.|0 unknown, 1 to 6
    SAP_delta_time|The time from the start of the subsegment to the access point.|units of timescale
    =ssix|8.16.4 SubsegmentIndexBox|Byte ranges of each subsegment of sidx, by level.
    =tfra|8.8.10 TrackFragmentRandomAccessBox|Locations of sync samples of a track in movie fragments.
    track_ID|The track.
    length_size_of_traf_num|The size of traf_number in bytes, minus 1.|0 to 3
    length_size_of_trun_num|The size of trun_number in bytes, minus 1.|0 to 3
    length_size_of_sample_num|The size of sample_number in bytes, minus 1.|0 to 3
    number_of_entry|The number of entries; 0 means that every sample is a sync sample.
    entries|Sync samples and where their fragments are.
    time|The presentation time of the sync sample.|units of the track's time scale
    moof_offset|The place of its moof.|bytes from the start of the file
    traf_number|The traf in the moof.|from 1
    trun_number|The trun in the traf.|from 1
    sample_number|The sample in the trun.|from 1
    =mfro|8.8.11 MovieFragmentRandomAccessOffsetBox|Size of the enclosing mfra. It is the last box in mfra, so that mfra can be found \
    from the end of the file.
    parent_size|Size of mfra in bytes, including its header.
    =emsg|ISO/IEC 23009-1, 5.10.3.3 DASHEventMessageBox|An event on the media timeline.
    scheme_id_uri|URI of the event scheme.
    value|Value that identifies the event stream within the scheme.
    timescale|Time scale in units per second.
    presentation_time_delta|Time since the start of the segment in units of timescale; present in version 0.
    presentation_time|Time on the movie timeline in units of timescale; present in version 1.
    event_duration|Duration in units of timescale; 0xFFFFFFFF if unknown.
    id|Event ID; events with equal scheme, value and ID are identical.
    message_data|Scheme-specific message.
    =prft|8.16.5 ProducerReferenceTimeBox|Wall-clock time at which a media sample was produced.
    reference_track_ID|Track ID.
    ntp_timestamp|NTP time: seconds since 1900 as 32.32 fixed point (RFC 5905).
    media_time|Media time in units of the track time scale.
    =trep|8.8.15 TrackExtensionPropertiesBox|Properties of a track in movie fragments; boxes follow.
    track_ID|Track ID.
    =assp|8.8.16 AlternativeStartupSequencePropertiesBox|Time by which alternative startup sequences let a track start earlier.
    =leva|8.8.13 LevelAssignmentBox|Definition of the levels of ssix.
    =pdin|8.1.3 ProgressiveDownloadInfoBox|Initial playback delay for progressive download at given rates.
    =imda|9.1.4 IdentifiedMediaDataBox|Media data with an identifier by which it can be referenced independently of its location. The \
    data stays in place.
    =tyco|4.4.2 TypeCombinationBox|A combination of brands that the file conforms to simultaneously; etyp contains the combinations.
    compatible_brands|Brands.
    =tsel|8.10.3 TrackSelectionBox|Attributes for selecting among alternative tracks.
    switch_group|Switch group; a player can switch among tracks with equal values; 0 for none.
    attribute_list|Attributes that describe or differentiate the track, e.g. cdec, scsz, bitr.
    =kind|8.10.4 KindBox|Role of a track, e.g. captions or audio description.
    schemeURI|URI of the scheme that defines the value.
    value|Value; empty if the scheme URI alone identifies the kind.
    =stsg|8.14.6 SubTrackSampleGroupBox|Sample groups in a sub-track.
    grouping_type|Grouping type.
    group_description_index|1-based group description indices.
    =thmb|Found at the top level or in udta; not part of a published standard|Thumbnail picture of the file.
    format|Image format.
    data|Image data.
    =ulst|ISO/IEC 15444-1, I.7.3.1 UUID List box, in a uinf box shared by JPEG 2000 and ISO base media files|UUIDs of vendor formats; \
    the sibling url box has more information.
    ID|16-byte UUIDs.
    =elng|8.4.6 ExtendedLanguageBox|BCP 47 language of a track; more specific than mdhd.
    extended_language|Language tag, e.g. en-US.
    =nmhd|8.4.5.2 NullMediaHeaderBox|Media header of a track without specific properties.
    =sthd|12.6.2 SubtitleMediaHeaderBox|Media header of a subtitle track.
    =hmhd|12.4.2 HintMediaHeaderBox|Properties of a hint track.
    maxPDUsize|Largest packet size in bytes.
    avgPDUsize|Average packet size in bytes.
    maxbitrate|Maximum bit rate in any one-second window, in bits per second.
    avgbitrate|Average bit rate of the whole track in bits per second.
    =gmin|qt/"Base Media Info Atoms"|Graphics mode and balance of media other than video and audio.
    graphics_mode|Graphics mode: 0 copy, 0x40 dithered copy.
    opcolor|Red, green and blue for modes that use a colour.
    balance|Stereo balance as 8.8 fixed point; −1 is left, 1 is right.
    =text|qt/"Text Media Information"|Position of the text of a track. In gmhd.
    =tcmi|qt/"Timecode Media Information Atom"|Display settings of a time code.
    text_font|System font number; 0 if font_name is used.
    text_face|1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed, 64 extended.
    text_size|Font size in points.
    text_color|Text colour: red, green and blue.
    background_color|Background colour: red, green and blue.
    font_name|Font name, at most 255 bytes, coded after a length byte.
    =gpmd||Media header of GoPro timed metadata. In gmhd.
    =clef,prof,enof|qt/"Track Aperture Mode Dimensions Atoms"|Picture dimensions of a track: clef clean aperture and square pixels, \
    prof square pixels only, enof as coded.
    width|Width in pixels as 16.16 fixed point.
    height|Height in pixels as 16.16 fixed point.
    =load|qt/"Track Load Settings Atoms"|Preload settings of a track.
    preload_start_time|Start of the preloaded segment in units of the movie time scale.
    preload_duration|Duration of the preloaded segment; −1 to the end.
    preload_flags|1: always preload; 2: preload only if the track is enabled.
    default_hints|0x20 double buffering, 0x100 high quality.
    =urn |8.7.2 DataEntryUrnBox|Data reference to a URN.
    name|The URN.
    location|URL of the resource.
    =alis,rsrc|qt/"Data Reference Atoms"|Macintosh alias to a media file (alis), or to a resource in such a file (rsrc).
    alias|Alias record; for rsrc followed by resource type and ID.
    =imdt|8.7.2 DataEntryImdaBox|Data reference to an imda box of this file.
    imda_ref_identifier|Identifier of the imda box.
    =snim|8.7.2 DataEntrySeqNumImdaBox|Data reference to the imda box whose identifier is the movie fragment sequence number.
    =iods|14/6.2.2 ObjectDescriptorBox|Object descriptor of a file.
    =trgr/ster|8.3.4.4 StereoVideoGroupBox|Membership of a track in a stereo pair.
    track_group_id|Group ID; tracks with equal IDs are a pair.
    left_view_flag|Whether this is the left view.
    =wave/mp4a,samr,sawb,sawp,QDM2,QDMC,Qclp,QDCA,QDCP,.mp3,mp3 ,ima4,MAC3,MAC6|qt/"siDecompressionParam Atom"|Decoder configuration in \
    wave; the box type is the sample entry type: mp4a, samr, QDM2.
    data|Codec-specific data.
    =ftyp,styp,ttyp|4.3 FileTypeBox, 8.16.2 SegmentTypeBox|Brands that the file conforms to.
    major_brand|Brand of the preferred specification.
    minor_version|Version of the major brand; informative.
    compatible_brands|All brands that the file conforms to.
    =mvhd|8.2.2 MovieHeaderBox|Properties of the whole movie.
    creation_time|When the movie was made.|seconds since 1904-01-01 UTC
    modification_time|When the movie was last changed.|seconds since 1904-01-01 UTC
    timescale|The number of time units that pass in a second in the movie's own times.|not 0
    duration|The length of the longest track, in units of timescale.|all ones if unknown; 0 if all samples are in fragments
    rate|The preferred speed of playback.|16.16 fixed point, 1.0 is normal
    volume|The preferred volume.|8.8 fixed point, 1.0 is full
    matrix|The transformation of the pictures for display.|unity: 0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000
    next_track_ID|A value larger than every track_ID in use.|all ones: search for a free one
    =tkhd|8.3.2 TrackHeaderBox|Properties of a track.
    matrix|The transformation of the track's pictures for display: rotation, mirroring, position.|unity: 0x00010000, 0, 0, 0, \
    0x00010000, 0, 0, 0, 0x40000000
    flags|How the track is used.|1 enabled, 2 in the movie, 4 in the preview, 8 width and height are an aspect ratio
    creation_time|Seconds since 1904-01-01 UTC.
    modification_time|Seconds since 1904-01-01 UTC.
    track_ID|Track ID, unique in the file; not 0.
    duration|Duration after edits in units of the movie time scale; all ones if unknown.
    layer|Front-to-back order; lower layers are in front.
    alternate_group|Group of alternative tracks; 0 for none.
    volume|Volume as 8.8 fixed point; 1.0 is full volume, 0 for tracks without audio.
    width|Display width as 16.16 fixed point.
    height|Display height as 16.16 fixed point.
    =mdhd|8.4.2 MediaHeaderBox|Time scale, duration and language of a track.
    creation_time|Seconds since 1904-01-01 UTC.
    modification_time|Seconds since 1904-01-01 UTC.
    timescale|Time scale of the track in units per second.
    duration|Sum of the sample durations in units of timescale; all ones if unknown.
    language|Three letters of 5 bits each after a zero bit; below 0x400, a QuickTime Macintosh language code.
    pre_defined|Pre-defined: 0; QuickTime's quality.
    =hdlr|8.4.3 HandlerBox|Type of the media of a track, or format of a meta box.
    pre_defined|Pre-defined: 0; in QuickTime mhlr or dhlr.
    handler_type|Handler type, e.g. vide, soun, text, meta.
    reserved|Reserved: 0; in QuickTime, manufacturer, flags and flags mask.
    name|Human-readable name. QuickTime stores the length in the first byte.
    =elst|8.6.6 EditListBox|Maps the media of a track to the movie timeline.
    edit_duration|The length of this edit in the movie's time.|units of the movie's time scale; 0 in the last edit of a fragmented \
    file: to the end
    media_time|Where in the media the edit starts.|units of the track's time scale; -1: an empty edit, nothing is presented
    media_rate_integer|The speed at which the edit is played.|1; 0 holds the picture at media_time
    media_rate_fraction|The fraction of the speed.|0
    entries|The edits in the order of presentation.
    =dref|8.7.2 DataReferenceBox|Data references of a track; entries such as url and urn follow as boxes.
    entry_count|Number of entries that follow.
    =url |8.7.2 DataEntryUrlBox|Data reference to this file or to a URL.
    flags|Whether the media is in this file.|1: it is, and there is no location
    location|URL.
    =vmhd|12.1.2 VideoMediaHeaderBox|Properties of a video track.
    flags|Always 1.|1
    graphicsmode|Composition mode: 0 copy; QuickTime defines more modes.
    opcolor|Red, green and blue for modes that use a colour.
    =smhd|12.2.2 SoundMediaHeaderBox|Properties of an audio track.
    balance|Stereo balance as 8.8 fixed point; −1 is left, 1 is right.
    =meta|8.11.1 MetaBox|Metadata container; hdlr sets the format.
    =stsd|8.5.2 SampleDescriptionBox|Sample descriptions of a track; sample entries follow as boxes.
    entry_count|Number of entries that follow.
    =stts|8.6.1.2 TimeToSampleBox|Sample durations, run-length coded.
    sample_count|The number of consecutive samples with the same duration.
    sample_delta|The duration of each of them: the difference of decoding times.|units of the track's time scale
    entries|Runs of samples with the same duration.
    =ctts|8.6.1.3 CompositionOffsetBox|Composition offsets of samples, run-length coded.
    sample_count|The number of consecutive samples with the same offset.
    sample_offset|The composition time minus the decoding time.|units of the track's time scale; may be negative in version 1
    entries|Runs of samples with the same offset.
    =cslg|8.6.1.4 CompositionToDecodeBox|Relation of composition and decoding times of a track.
    compositionToDTSShift|Shift that makes every composition time at least its decoding time.
    leastDecodeToDisplayDelta|Smallest composition offset.
    greatestDecodeToDisplayDelta|Largest composition offset.
    compositionStartTime|Smallest composition time.
    compositionEndTime|Largest composition time plus the duration of that sample; 0 if unknown.
    =stss|8.6.2 SyncSampleBox|Sync samples of a track. Without this box every sample is a sync sample.
    sample_number|1-based sample numbers in increasing order.
    =sdtp|8.6.4 SampleDependencyTypeBox|Dependencies of samples; one byte for each sample of the track or fragment.
    is_leading|Whether the sample precedes a sync sample in presentation and cannot be decoded after it.|0 unknown, 1 leading with a \
    dependency before the sync sample, 2 not leading, 3 leading and decodable
    sample_depends_on|Whether the sample depends on others.|0 unknown, 1 it does, 2 it does not (I picture)
    sample_is_depended_on|Whether other samples depend on this one.|0 unknown, 1 they may, 2 they do not: it can be dropped
    sample_has_redundancy|Whether the sample holds redundant coding.|0 unknown, 1 yes, 2 no
    =stsz|8.7.3.2 SampleSizeBox|Sample sizes.
    sample_size|Size of every sample in bytes; 0 if each has its own.
    sample_count|Number of samples.
    entry_size|Size of each sample in bytes, if sample_size is 0.
    =stz2|8.7.3.3 CompactSampleSizeBox|Sample sizes of 4, 8 or 16 bits.
    field_size|Size of a coded sample size in bits: 4, 8 or 16.
    sample_count|Number of samples.
    entry_size|Coded sizes; two per byte if field_size is 4.
    =stsc|8.7.4 SampleToChunkBox|Number of samples in each chunk, run-length coded.
    first_chunk|The first chunk of a run of chunks that are alike.|from 1, ascending
    samples_per_chunk|The number of samples in each chunk of the run.
    sample_description_index|The entry of stsd that describes the samples.|from 1
    entries|Runs of chunks with the same number of samples and the same description.
    =stco|8.7.5 ChunkOffsetBox|32-bit chunk offsets.
    chunk_offset|Offsets in bytes from the start of the file.
    =co64|8.7.5 ChunkLargeOffsetBox|64-bit chunk offsets.
    chunk_offset|Offsets in bytes from the start of the file.
    =dcom|qt/"Data Compression Atom" (dcom), in cmov|Compression algorithm of a compressed movie.
    data_compression_algorithm|Algorithm; only zlib is in use.
    =cmvd|qt/"Compressed Movie Data Atom" (cmvd), in cmov|A moov box in compressed form.
    uncompressed_size|Size of the uncompressed moov box in bytes, including its header.
    compressed_movie_data|The compressed bytes.
    =!mov,!mof,!six,!ssx|8.19 CompressedBox|A box whose payload is another box in compressed form: !mov for moov, !mof for moof, !six \
    for sidx, !ssx for ssix.
    data|The compressed bytes.
    =mehd|8.8.2 MovieExtendsHeaderBox|Duration of a fragmented movie, including all fragments.
    fragment_duration|Duration in units of the movie time scale.
    =trex|8.8.3 TrackExtendsBox|Defaults for the samples of the fragments of a track.
    track_ID|Track ID.
    default_sample_description_index|1-based index into stsd.
    default_sample_duration|Sample duration in units of the track time scale.
    default_sample_size|Sample size in bytes.
    default_sample_flags|Sync status and dependencies of samples.
    =mfhd|8.8.5 MovieFragmentHeaderBox|Sequence number of a movie fragment.
    sequence_number|Sequence number; increases with each fragment.
    =tfhd|8.8.7 TrackFragmentHeaderBox|Defaults for the samples of a track fragment.
    flags|Which fields are present, and what offsets count from.|0x1 base_data_offset, 0x2 sample_description_index, 0x8 duration, 0x10 \
    size, 0x20 flags, 0x10000 duration-is-empty, 0x20000 default-base-is-moof
    track_ID|Track ID.
    base_data_offset|Base of data offsets, in bytes from the start of the file.
    sample_description_index|1-based index into stsd.
    default_sample_duration|Sample duration in units of the track time scale.
    default_sample_size|Sample size in bytes.
    default_sample_flags|Sync status and dependencies of samples.
    =tfdt|8.8.12 TrackFragmentBaseMediaDecodeTimeBox|Decoding time of the first sample of a track fragment.
    baseMediaDecodeTime|Sum of the durations of all preceding samples, in units of the track time scale.
    =trun|8.8.8 TrackRunBox|A run of samples that are contiguous in the file.
    flags|Which fields are present.|0x1 data_offset, 0x4 first_sample_flags, 0x100 duration, 0x200 size, 0x400 flags, 0x800 composition \
    time offset
    sample_count|The number of samples in the run.
    data_offset|The place of the first sample, relative to the base of the track fragment, which is the moof with \
    default-base-is-moof.|bytes, signed
    first_sample_flags|The flags of the first sample alone.
    samples|Fields of each sample, as the flags say.
    sample_duration|The duration of the sample.|units of the track's time scale
    sample_size|The size of the sample.|bytes
    sample_flags|Sync status and dependencies of the sample.
    sample_composition_time_offset|The composition time minus the decoding time.|units of the track's time scale; may be negative in \
    version 1
    is_leading|Whether the sample precedes a sync sample in presentation and cannot be decoded after it.|0 to 3 as in sdtp|8.8.3.1
    sample_depends_on|Whether the sample depends on others.|0 unknown, 1 it does, 2 it does not|8.8.3.1
    sample_is_depended_on|Whether other samples depend on this one.|0 unknown, 1 they may, 2 they do not|8.8.3.1
    sample_has_redundancy|Whether the sample holds redundant coding.|0 unknown, 1 yes, 2 no|8.8.3.1
    sample_padding_value|The number of padding bits at the end of the sample.|0 to 7|8.8.3.1
    sample_is_non_sync_sample|Whether decoding cannot start at this sample.|0 sync sample, 1 not|8.8.3.1
    sample_degradation_priority|The priority of the sample when some have to be lost.||8.8.3.1
    """
}
