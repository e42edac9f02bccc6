extension Catalogue {
  /// Box headers, containers, and fields that many boxes have.
  static let containerText = """
    =BoxHeader|4.2.2|The first bytes of a box: its size and its type.
    size|The number of bytes of the box, header and boxes inside included.|1: the size is in largesize; 0: the box ends with its parent \
    or the file
    type|Four characters that say what the box is.|uuid: usertype has the type
    largesize|The number of bytes of a box that may be larger than 4 GiB.|at least 16
    usertype|The type of a box defined by a company or a person: a universally unique identifier.
    =*|4.2.2 FullBox|Fields of many boxes.
    version|The layout of the fields that follow. A reader skips a box whose version it does not know.|0, or what the box defines
    flags|Bits whose meaning the type of the box defines.
    reserved|Bits for later editions.|0 unless the structure says otherwise
    pre_defined|A field that the specification fixes.|0 unless the structure says otherwise
    entry_count|The number of entries that follow.
    rest|Bytes after the last field that the specification defines.
    data_reference_index|The entry of dref that says where the samples are.|from 1|8.5.2 SampleEntry
    =sample|15/4.3.3|A sample of a track with length-prefixed NAL units: one access unit.
    NALUnitLength|The number of bytes of the NAL unit that follows. Its own size is lengthSizeMinusOne + 1 of the configuration record.
    =mdat|8.1.1 MediaDataBox|Media data: samples of tracks, in any order. Sample tables, fragments and item locations say what is where.
    =free,skip|8.1.2 FreeSpaceBox|Unused space. Its content has no meaning; removing it changes the offsets of what follows.
    =wide|qt/"wide"|Space for the header of the next atom to become a 64-bit one.
    =moov|8.2.1 MovieBox|The movie: the headers and sample tables of all tracks. Without it samples cannot be found.
    =cmov|qt/"Compressed Movie Atom"|A compressed moov: the algorithm in dcom and the data in cmvd.
    =trak|8.3.1 TrackBox|One track: its header, its media and how they are presented.
    =mdia|8.4.1 MediaBox|The media of a track: time scale, kind, and sample tables.
    =minf|8.4.4 MediaInformationBox|The media header of the kind of track, where the data is, and the sample table.
    =dinf|8.7.1 DataInformationBox|Where the media of a track is stored.
    =stbl|8.5.1 SampleTableBox|The tables that give every sample of a track its description, time, size and place.
    =edts|8.6.5 EditBox|Holds the edit list of a track.
    =udta|8.10.1 UserDataBox|User data of the movie or of a track: titles, copyright, metadata.
    =mvex|8.8.1 MovieExtendsBox|Says that movie fragments may follow, and holds their defaults.
    =moof|8.8.4 MovieFragmentBox|A movie fragment: the sample tables of one stretch of time, usually followed by their mdat.
    =traf|8.8.6 TrackFragmentBox|The samples that a fragment adds to one track.
    =mfra|8.8.9 MovieFragmentRandomAccessBox|An index of fragments for random access, at the end of the file.
    =meco|8.11.7 AdditionalMetadataContainerBox|Holds further meta boxes.
    =strk|8.14.3 SubTrackBox|A sub-track: a part of a track that can be selected like a track.
    =strd|8.14.5 SubTrackDefinitionBox|The samples or groups that form a sub-track.
    =sinf|8.12.2 ProtectionSchemeInfoBox|How samples are encrypted, and what they are when decrypted.
    =schi|8.12.7 SchemeInformationBox|Parameters of the encryption scheme, such as tenc.
    =rinf|8.15.3 RestrictedSchemeInfoBox|A transformation of the samples that a player has to undo or to know.
    =tapt|qt/"Track Aperture Mode Dimensions Atom"|The sizes of a track for each aperture mode.
    =gmhd|qt/"Base Media Information Header Atom"|The media header of tracks that are neither video nor sound.
    =tmcd|qt/"Timecode Media Information Atom"|Holds the display settings of a time code, in gmhd.
    =tref|8.3.3 TrackReferenceBox|References of a track to other tracks, a box for each kind.
    =tref/*|8.3.3 TrackReferenceTypeBox|Tracks that this track refers to. The type of the box is the kind of reference: chap chapters, \
    cdsc describes, tmcd time code, hint hinted media, subt subtitles, vdep depth.
    track_IDs|The tracks that are referred to.|track_ID of tkhd
    =trgr|8.3.4 TrackGroupBox|The groups that a track belongs to, a box for each kind.
    =trgr/*|8.3.4 TrackGroupTypeBox|A group that the track belongs to. The type of the box is the kind of group, such as msrc for the \
    same source.
    track_group_id|The group; tracks with the same value and type belong together.
    group_data|Data that the kind of group defines.
    =wave|qt/"siDecompressionParam Atom"|The decoder configuration of QuickTime sound.
    =sv3d|Google, Spherical Video V2 RFC|Spherical video: who wrote the metadata, and the projection.
    =proj|Google, Spherical Video V2 RFC|The projection of a spherical picture and its orientation.
    =vexu|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0|Video extended usage: stereo views, projection and packing.
    =eyes|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0|What is known of the views of the two eyes.
    =cams|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0|What is known of the stereo cameras.
    =cmfy|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0|Adjustments for comfortable stereo viewing.
    =pack|Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0|How the pictures of both eyes are packed into one.
    =vttc|ISO/IEC 14496-30:2018, 7.6 VTTCueBox|A WebVTT cue in a sample.
    =vtte|ISO/IEC 14496-30:2018, 7.6 VTTEmptyCueBox|A time without WebVTT cues, in a sample.
    =ilst|qt/"Metadata Item List Atom"|Metadata items, a box for each.
    =ilst/*|qt/"Metadata Item Atom"|A metadata item. Its type is a name such as %A9nam, the title, or the number of a key in keys; data \
    holds its value.
    =hnti|9.1.4 moviehintinformation|Session descriptions of the hint tracks, in udta.
    =hinf|9.1.5 hintstatisticsbox|Statistics of a hint track, in udta.
    =uinf|ISO/IEC 15444-1, I.7.3|Vendors whose formats the file uses.
    =etyp|4.4 ExtendedTypeBox|Combinations of brands that the file conforms to together.
    =otyp|4.5 OriginalFileTypeBox|The ftyp of the file that this one was made from.
    =iprp|8.11.14 ItemPropertiesBox|Properties of items, and which item has which.
    =ipco|8.11.14 ItemPropertyContainerBox|The properties; ipma refers to them by their places, counted from 1.
    =grpl|8.18.2 GroupsListBox|Groups of items and tracks, a box for each.
    =grpl/*|8.18.3 EntityToGroupBox|A group of items and tracks. Its type is the kind of group: altr alternatives, ster stereo pair, \
    eqiv equivalents.
    group_id|The group.|unique among groups, items and tracks
    num_entities_in_group|The number of items and tracks in the group.
    entity_id|An item or a track of the group.|item_ID or track_ID
    =iref/*|8.11.12 SingleItemTypeReferenceBox|Items that one item refers to. The type of the box is the kind of reference: dimg \
    derived from, thmb thumbnail of, auxl auxiliary to, cdsc describes.
    from_item_ID|The item that refers.
    reference_count|The number of items referred to.
    to_item_ID|An item referred to.
    =keys/*,mebx/*|qt/"Timed Metadata"|A key of timed metadata; the type of the box is the number that samples use for it.
    =udta/*|qt/"User Data Text Strings and Language Codes"|Text about the movie in one or more languages: %A9nam title, %A9day date, \
    %A9xyz place.
    size|The number of bytes of the text.
    language|The language of the text.|Macintosh code below 0x400, else three letters as in mdhd
    text|The text.
    =paen|8.13.2 PartitionEntry|One file to deliver with FLUTE, and how it is partitioned.
    =scrb|8.15.5 ScrambleSchemeInfoBox|Holds the parameters of a scrambling scheme.
    =ludt|12.2.7 LoudnessBox|Loudness of the track and of its album.
    =cinf|8.15.3 CompleteTrackInfoBox|The sample entry type of an incomplete track if it were complete.
    =wave/%00%00%00%00|qt/"Terminator Atom"|Ends the list of atoms in wave.
    """
}
