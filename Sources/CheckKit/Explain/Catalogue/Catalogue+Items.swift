extension Catalogue {
  /// Sample groups, items and their properties, layers and views.
  static let itemText = """
    =sbgp|8.9.2 SampleToGroupBox|Maps samples to group descriptions, run-length coded.
    grouping_type|The kind of group.|roll, rap , tele, sync and others
    grouping_type_parameter|A parameter that distinguishes groupings of the same type.
    entries|Runs of samples of the same group.
    sample_count|The number of consecutive samples of the run.
    group_description_index|The entry of sgpd that describes the group.|0 for no group; above 0x10000 the sgpd of the fragment
    =sgpd|8.9.3 SampleGroupDescriptionBox|Descriptions of sample groups.
    grouping_type|The kind of group.|roll, rap , seig and others
    default_length|The length of every description.|bytes; 0: each has its own
    default_sample_description_index|The group of samples that no sbgp maps.
    =csgp|8.9.5 CompactSampleToGroupBox|Maps samples to group descriptions, coded as repeating patterns.
    =subs|8.7.7 SubSampleInformationBox|Sub-samples of samples.
    =stdp|8.5.3 DegradationPriorityBox|Degradation priority of each sample.
    priority|Priorities; their meaning depends on the codec.
    =padb|8.7.6 PaddingBitsBox|Number of padding bits at the end of each sample.
    =stsh|8.6.3 ShadowSyncSampleBox|Alternative sync samples for random access at other samples.
    =pitm|8.11.4 PrimaryItemBox|Primary item: the picture to display by default.
    item_ID|Item ID.
    =iloc|8.11.3 ItemLocationBox|Location of the data of items.
    offset_size|The size of extent_offset.|0, 4 or 8 bytes
    length_size|The size of extent_length.|0, 4 or 8 bytes
    base_offset_size|The size of base_offset.|0, 4 or 8 bytes
    index_size|The size of item_reference_index.|0, 4 or 8 bytes
    item_count|The number of items.
    item_ID|The item.
    construction_method|Where the data is.|0 at offsets in the file, 1 in idat, 2 in another item
    data_reference_index|The entry of dref that says which file.|0 this file
    base_offset|Added to the offsets of all extents.
    extent_count|The number of pieces of the data.
    extent_offset|The place of the piece.
    extent_length|The size of the piece.|bytes; 0: the whole source
    =iinf|8.11.6 ItemInfoBox|Item list; entries follow as infe boxes.
    entry_count|Number of entries that follow.
    =infe|8.11.6 ItemInfoEntry|Type, name and protection of an item.
    item_ID|The item.
    item_protection_index|The entry of ipro that protects the item.|0 for none
    item_type|What the item is.|hvc1, av01, grid, Exif, mime and others
    item_name|A name for people.
    content_type|The MIME type of an item of type mime.
    content_encoding|How the data is compressed.|empty: not
    =iref|8.11.12 ItemReferenceBox|References between items; they follow as boxes whose type is the reference type.
    =ipma|8.11.14 ItemPropertyAssociationBox|Associates items with properties of ipco.
    item_ID|The item.
    association_count|The number of properties of the item.
    essential|Whether a reader that does not know the property must not process the item.
    property_index|The property in ipco.|from 1; 0 for none
    =idat|8.11.11 ItemDataBox|Data of items, left in place.
    =fiin|8.13.2 FDItemInformationBox|FLUTE delivery of items; contains paen, segr and gitn.
    entry_count|Number of paen boxes that follow.
    =fpar|8.13.3 FilePartitionBox|Partition of an item into source blocks.
    =fecr,fire|8.13.4 FECReservoirBox, 8.13.7 FileReservoirBox|Location of the FEC symbols (fecr) or source symbols (fire) of an item.
    =segr|8.13.5 FDSessionGroupBox|Items and hint tracks that are delivered in one session.
    =md5i|heif/MD5IntegrityBox|MD5 checksum of another box or an item.
    input_MD5|The 16-byte checksum.
    input_4cc|Type of the box that is covered; sgpd for the samples of a group.
    =gitn|8.13.6 GroupIdToNameBox|Names of item groups.
    =ispe|heif/6.5.3 ImageSpatialExtentsProperty|Size of a picture before rotation and cropping.
    image_width|Width in pixels.
    image_height|Height in pixels.
    =pixi|heif/6.5.6 PixelInformationProperty|Bit depth of the channels of a picture.
    bits_per_channel|Bits of each channel.
    =irot|heif/6.5.10 ImageRotation|Rotation of a picture for display.
    angle|Anticlockwise rotation in units of 90 degrees.
    =imir|heif/6.5.12 ImageMirror|Mirroring for display, applied after rotation.
    axis|0 swaps top and bottom, 1 swaps left and right.
    =auxC|heif/6.5.8 AuxiliaryTypeProperty|Type of an auxiliary picture, e.g. alpha or depth.
    aux_type|URN of the type, e.g. urn:mpeg:mpegB:cicp:systems:auxiliary:alpha.
    aux_subtype|Data specific to the type.
    =rloc|heif/6.5.7 RelativeLocationProperty|Position of a tile within its larger picture.
    horizontal_offset|Offset from the left in pixels.
    vertical_offset|Offset from the top in pixels.
    =lsel|heif/6.5.11 LayerSelectorProperty|Layer of a layered picture to display.
    layer_id|Layer ID; in AV1, 0xFFFF for progressive display of all layers.
    =a1op|AV1 Image File Format, 2.3.2.1 OperatingPointSelectorProperty|AV1 operating point to display.
    op_index|Index of the operating point.
    =a1lx|AV1 Image File Format, 2.3.2.3 AV1LayeredImageIndexingProperty|Byte size of each layer of a picture except the last.
    large_size|Whether sizes are 32 bits instead of 16.
    layer_size|Sizes of the first three layers in bytes; 0 if there is no such layer.
    =crtt|heif/6.5.18 CreationTimeProperty|Creation time of an item.
    creation_time|Microseconds since 1904-01-01 UTC.
    =mdft|heif/6.5.19 ModificationTimeProperty|Modification time of an item.
    modification_time|Microseconds since 1904-01-01 UTC.
    =udes|heif/6.5.20 UserDescriptionProperty|User-defined name, description and tags of an item.
    lang|RFC 5646 language tag; empty if unknown.
    name|Human-readable name.
    description|Human-readable description.
    tags|Comma-separated tags.
    =altt|heif/6.5.21 AccessibilityTextProperty|Alternative text for a picture.
    alt_text|Alternative text.
    alt_lang|RFC 5646 language tag; empty if unknown.
    =iscl|heif/6.5.13 ImageScaling|Scaling of a picture for display.
    target_width_numerator|Numerator of the horizontal scale factor.
    target_width_denominator|Denominator of the horizontal scale factor.
    target_height_numerator|Numerator of the vertical scale factor.
    target_height_denominator|Denominator of the vertical scale factor.
    =rref|heif/6.5.17 RequiredReferenceTypesProperty|Reference types that a reader must support to process an item.
    reference_type|Reference types.
    =brnd|4.3 FileTypeBox, 8.16.2 SegmentTypeBox|Brands that the file conforms to.
    major_brand|Brand of the preferred specification.
    minor_version|Version of the major brand; informative.
    compatible_brands|All brands that the file conforms to.
    =jpgC|heif/JPEGConfigurationBox|Prefix of the JPEG data that items share; it precedes the item data.
    JPEGprefix|JPEG markers starting with SOI.
    =mskC|heif/MaskConfigurationProperty|Sample depth of a mask.
    bits_per_pixel|Bits per pixel: 1, 2, 4, 8 or 16.
    =oinf|heif/OperatingPointsInformationProperty|Operating points of a layered HEVC picture.
    =tols|heif/TargetOlsProperty|Target output layer set of the decoder.
    target_ols_idx|Index of the output layer set.
    =spid|heif/VvcSubpicIDProperty|VVC subpictures of a picture item.
    =spor|heif/VvcSubpicOrderProperty|Order of the VVC subpictures that form a picture item.
    =aebr|heif/AutoExposureProperty|Exposure of a picture in a bracketing series.
    =afbr|heif/FlashExposureProperty|Flash exposure of a picture in a bracketing series.
    =dobr|heif/DepthOfFieldProperty|Depth of field of a picture in a bracketing series.
    =fobr|heif/FocusProperty|Focus distance of a picture in a bracketing series.
    =wbbr|heif/WhiteBalanceProperty|White balance of a picture in a bracketing series.
    =pano|heif/PanoramaProperty|Position of a picture in a panorama.
    =wipe|heif/WipeTransitionEffectProperty|Wipe transition of a slide show.
    =zoom|heif/ZoomTransitionEffectProperty|Zoom transition of a slide show.
    =fade|heif/FadeTransitionEffectProperty|Fade transition of a slide show.
    =splt|heif/SplitTransitionEffectProperty|Split transition of a slide show.
    =stpe|heif/SuggestedTransitionPeriodProperty|Suggested duration of a slide show transition.
    transition_period|Duration in the unit of the specification.
    =ssld|heif/SuggestedTimeDisplayDurationProperty|Suggested display duration of a picture in a slide show.
    duration|Duration in the unit of the specification.
    =grpl/pymd|heif/ImagePyramid entity group|The same picture at several sizes, each divided into tiles.
    =grpl/acgl|15/SubpicCommonGroupBox|VVC subpicture tracks with the same properties; any num_active_tracks of them form a picture.
    =grpl/swtk|15/SwitchableTracks|VVC tracks that a player can switch between.
    =iroi|15/IroiInfoBox|Independently decodable regions of interest.
    =ldep|15/TierDependencyBox|Tiers that a tier depends on.
    =svdr|15/SVCDependencyRangeBox|SVC layers in a tier.
    =svip|15/InitialParameterSetBox|Parameter sets that a tier needs.
    =svpr|15/PriorityRangeBox|Range of priority_id in the NAL units of a tier.
    =tran|15/TranscodingInfoBox|Parameters for transcoding a tier to a single-layer stream.
    =rrgn|15/RectRegionBox|Picture region that a tier covers.
    =buff|15/BufferingBox|Buffering parameters of operating points.
    =tibr|15/TierBitRateBox|Bit rates of a tier, in bits per second.
    =tiri|15/TierInfoBox|Profile, level, size and frame rate of a tier.
    =sstl|15/SVCSubTrackLayerBox|SVC layers in a sub-track.
    =stti|15/SubTrackTierBox|Tiers in a sub-track.
    =sdep|15/SampleDependencyBox|Samples that each sample depends on, for all samples in order.
    =seii|15/SeiInformationBox|SEI messages that a decoder must process and those it may ignore.
    =seib,vsib,3sib|15/ScalabilityInformationSEIBox, ViewScalabilityInformationSEIBox, MVDScalabilityInformationSEIBox|Scalability \
    information SEI NAL unit for layers (seib), views (vsib) or views with depth (3sib).
    =svcP,mvcP|15/SVCPriorityAssignmentBox, MVCViewPriorityAssignmentBox|Methods by which the priorities of layers (svcP) or views \
    (mvcP) were assigned.
    =qlif|15/SVCPriorityLayerInfoBox|Bit rates of the priority layers of a stream.
    =svmC|15/SVCMetadataSampleConfigBox|Configuration of SVC metadata samples.
    =mstv|15/MVCSubTrackViewBox|Views in a sub-track.
    =mvcg|15/MultiviewGroupBox|A group of views for output; boxes that describe the group follow.
    =mvci|15/MultiviewInformationBox|Container of view groups (mvcg) and their relations (swtc).
    =3dpr|15/MVDDepthResolutionBox|Resolution of depth views.
    =mvra|15/MultiviewRelationAttributeBox|Attributes that the views of a group, or several groups, share or differ in.
    =stmg|15/MVCSubTrackMultiviewGroupBox|View groups in a sub-track.
    =swtc|15/MultiviewGroupRelationBox|Groups of views that are interchangeable; mvra follows.
    =tstb|15/TileSubTrackGroupBox|Tile regions in a sub-track.
    =vwdi|15/MultiviewSceneInfoBox|Maximum disparity between adjacent views.
    =vwid|15/ViewIdentifierBox|Views of a track and their dependencies.
    =ImageGrid|heif/6.6.2.3.2 ImageGrid|Data of an item of type grid: an image composed of tiles of one size.
    version|The version.|0
    flags|Bit 0: the size has 32 bits instead of 16.
    rows_minus_one|The number of rows of tiles minus 1.
    columns_minus_one|The number of columns of tiles minus 1.
    output_width|The width of the image, at most that of the columns of tiles together.|pixels
    output_height|The height of the image, at most that of the rows of tiles together.|pixels
    =ImageOverlay|heif/6.6.2.4.2 ImageOverlay|Data of an item of type iovl: an image composed of images at any places of a canvas.
    version|The version.|0
    flags|Bit 0: sizes and offsets have 32 bits instead of 16.
    canvas_fill_value|The colour where no image is.|R, G, B and alpha, 16 bits each
    output_width|The width of the canvas.|pixels
    output_height|The height of the canvas.|pixels
    horizontal_offset|The distance of the left edge of an image from that of the canvas.|pixels, negative to the left of it
    vertical_offset|The distance of the upper edge of an image from that of the canvas.|pixels, negative above it
    """
}
