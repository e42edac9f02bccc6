extension Catalogue {
  /// NAL units of H.264.
  static let h264UnitText = """
    =byte_stream|B.1.2|A byte stream: NAL units with a start code before each.
    leading_zero_8bits|Zero bytes before the first start code.|0x00
    zero_byte|The zero byte that makes a start code four bytes long. Required before parameter sets and the first unit of an access \
    unit.|0x00
    start_code_prefix_one_3bytes|The start code: a NAL unit begins after it.|0x000001
    trailing_zero_8bits|Zero bytes after a NAL unit. They have no meaning.|0x00
    =nal_unit|7.4.1|A NAL unit: a header and a payload that a decoder handles as one piece.
    emulation_prevention_three_byte|A byte inserted so that the payload never looks like a start code. A decoder removes it.|0x03
    trailing_bytes|Bytes after the trailing bits, which the specification does not define.
    rbsp_byte|Bytes of a unit of a type that is not parsed.
    rbsp_stop_one_bit|Ends the payload; the bits of the last byte after it are zero.|1|7.4.2.11
    rbsp_alignment_zero_bit|Fills the last byte.|0|7.4.2.11
    =nal_unit_header|7.4.1|The first byte of a NAL unit, for some types with three more.
    forbidden_zero_bit|An error indication of networks.|0
    nal_ref_idc|Whether the unit matters to other pictures: of slices, whether the picture is a reference.|0 no reference; 1 to 3 \
    reference or parameter set, higher is more important
    nal_unit_type|What the unit holds.|1 slice, 5 IDR slice, 6 SEI, 7 SPS, 8 PPS, 9 AUD, 10 and 11 end, 12 filler, 14 prefix, 15 subset \
    SPS, 20 extension slice
    svc_extension_flag|Whether the extension of the header is for scalable or for multiview video.|1 SVC, 0 MVC
    avc_3d_extension_flag|Whether the extension of the header is for 3D-AVC or for multiview video.|1 3D-AVC, 0 MVC
    =nal_unit_header_svc_extension|F.7.4.1.1|Layer and priority of a scalable slice.
    idr_flag|Whether the layer picture is an IDR picture.
    priority_id|A priority for adapting streams.|0 to 63, lower is more important
    no_inter_layer_pred_flag|Whether the layer is coded without prediction from lower ones.
    dependency_id|The spatial or coarse-grain layer.|0 to 7
    quality_id|The quality layer within the dependency layer.|0 to 15
    temporal_id|The temporal layer.|0 to 7
    use_ref_base_pic_flag|Whether base pictures are used as references.
    discardable_flag|Whether higher dependency layers do without this unit.
    output_flag|Whether the picture is output.
    reserved_three_2bits|Reserved.|3
    =nal_unit_header_mvc_extension|G.7.4.1.1|View and priority of a multiview slice.
    non_idr_flag|Whether the view component is not an IDR picture.|0 IDR, 1 not
    priority_id|A priority for adapting streams.|0 to 63, lower is more important
    view_id|The view.|0 to 1023
    temporal_id|The temporal layer.|0 to 7
    anchor_pic_flag|Whether the picture is an anchor picture, from which decoding can start.
    inter_view_flag|Whether other views of the access unit may refer to this one.
    reserved_one_bit|Reserved.|1
    =nal_unit_header_3davc_extension|I.7.4.1.1|View and kind of a 3D-AVC slice.
    view_idx|The order of the view.|0 to 255
    depth_flag|Whether the unit is depth and not texture.
    non_idr_flag|Whether the view component is not an IDR picture.|0 IDR, 1 not
    temporal_id|The temporal layer.|0 to 7
    anchor_pic_flag|Whether the picture is an anchor picture, from which decoding can start.
    inter_view_flag|Whether other views of the access unit may refer to this one.
    =access_unit_delimiter_rbsp|7.4.2.4|Marks the start of an access unit.
    primary_pic_type|Which slice types the primary coded picture may have.|0 I; 1 I, P; 2 I, P, B; 3 SI; 4 SI, SP; 5 I, SI; 6 I, SI, P, \
    SP; 7 all
    =filler_data_rbsp|7.4.2.7|Bytes without meaning, to keep a constant bit rate.
    ff_byte|A filler byte.|0xFF
    =nal_unit_type|Table 7-1|Types of NAL units.
    SLICE|A slice of a picture that is not an IDR picture.|type 1
    DPA|Slice data partition A: the slice header and the most important data.|type 2
    DPB|Slice data partition B: residuals of intra macroblocks.|type 3
    DPC|Slice data partition C: residuals of inter macroblocks.|type 4
    IDR|A slice of an IDR picture: all later pictures can be decoded without earlier ones.|type 5
    SEI|Supplemental enhancement information: messages that decoding does not need.|type 6
    SPS|Sequence parameter set: what all pictures of a coded video sequence share.|type 7
    PPS|Picture parameter set: what the slices of pictures share.|type 8
    AUD|Access unit delimiter: an access unit begins.|type 9
    EOSEQ|End of sequence: the next picture is an IDR picture.|type 10
    EOSTREAM|End of stream.|type 11
    FILL|Filler data: bytes without meaning, to keep a bit rate.|type 12
    SPSEXT|Sequence parameter set extension: parameters of auxiliary pictures.|type 13
    PREFIX|Prefix NAL unit: scalability information of the base layer slice that follows.|type 14
    SUBSPS|Subset sequence parameter set: of layers or views above the base.|type 15
    DPS|Depth parameter set.|type 16
    AUXSLC|A slice of an auxiliary picture, such as alpha.|type 19
    SLCEXT|A slice of a layer or view above the base.|type 20
    SLCEXD|A slice of a depth view or of 3D-AVC texture.|type 21
    RSV17,RSV18,RSV22,RSV23|Reserved for later editions. A decoder ignores the unit.|types 17, 18, 22, 23
    UNSP0,UNSP24,UNSP25,UNSP26,UNSP27,UNSP28,UNSP29,UNSP30,UNSP31|Not specified, for the use of applications. A decoder ignores the \
    unit; RTP uses 24 to 29 for packets.|types 0 and 24 to 31
    """
}
