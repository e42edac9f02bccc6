extension Catalogue {
  /// NAL units of H.265.
  static let hevcUnitText = """
    =byte_stream|B.2.2|A byte stream: NAL units with a start code before each.
    leading_zero_8bits|Zero bytes before the first start code.|0x00
    zero_byte|The zero byte that makes a start code four bytes long. Required before parameter sets and the first unit of an access \
    unit.|0x00
    start_code_prefix_one_3bytes|The start code: a NAL unit begins after it.|0x000001
    trailing_zero_8bits|Zero bytes after a NAL unit. They have no meaning.|0x00
    =nal_unit|7.4.2|A NAL unit: a header and a payload that a decoder handles as one piece.
    emulation_prevention_three_byte|A byte inserted so that the payload never looks like a start code. A decoder removes it.|0x03
    trailing_bytes|Bytes after the trailing bits, which the specification does not define.
    rbsp_byte|Bytes of a unit of a type that is not parsed.
    rbsp_stop_one_bit|Ends the payload; the bits of the last byte after it are zero.|1|7.4.3.11
    rbsp_alignment_zero_bit|Fills the last byte.|0|7.4.3.11
    =nal_unit_header|7.4.2.2|The first two bytes of a NAL unit.
    forbidden_zero_bit|An error indication of networks.|0
    nal_unit_type|What the unit holds (Table 7-1).|0 to 9 slices, 16 to 21 IRAP slices, 32 VPS, 33 SPS, 34 PPS, 35 AUD, 36 and 37 end, \
    38 filler, 39 and 40 SEI
    nuh_layer_id|The layer.|0 base layer, to 62
    nuh_temporal_id_plus1|The temporal sub-layer plus 1.|1 to 7; 1 for IRAP pictures
    =access_unit_delimiter_rbsp|7.4.3.5|Marks the start of an access unit.
    pic_type|Which slice types the pictures of the access unit may have.|0 I; 1 P, I; 2 B, P, I
    =filler_data_rbsp|7.4.3.8|Bytes without meaning, to keep a constant bit rate.
    ff_byte|A filler byte.|0xFF
    =nal_unit_type|Table 7-1|Types of NAL units. Types that end in _N are not referenced by pictures of the same sub-layer.
    TRAIL_N,TRAIL_R|A slice of a trailing picture: it follows its IRAP picture in output order.|types 0 and 1
    TSA_N,TSA_R|A slice of a temporal sub-layer access picture: decoding may switch up to this and any higher sub-layer here.|types 2 \
    and 3
    STSA_N,STSA_R|A slice of a step-wise temporal sub-layer access picture: decoding may switch up to this sub-layer here.|types 4 and 5
    RADL_N,RADL_R|A slice of a leading picture that can be decoded after random access at its IRAP picture.|types 6 and 7
    RASL_N,RASL_R|A slice of a leading picture that may refer to pictures before its IRAP picture; skipped after random access.|types 8 \
    and 9
    RSV_VCL_N10,RSV_VCL_R11,RSV_VCL_N12,RSV_VCL_R13,RSV_VCL_N14,RSV_VCL_R15|Reserved slices that are not IRAP pictures.|types 10 to 15
    BLA_W_LP|A slice of a broken link picture that may have leading pictures.|type 16
    BLA_W_RADL|A slice of a broken link picture that may have decodable leading pictures only.|type 17
    BLA_N_LP|A slice of a broken link picture without leading pictures.|type 18
    IDR_W_RADL|A slice of an IDR picture that may have decodable leading pictures.|type 19
    IDR_N_LP|A slice of an IDR picture without leading pictures.|type 20
    CRA_NUT|A slice of a clean random access picture: an intra picture whose leading pictures may refer to earlier ones (open \
    GOP).|type 21
    RSV_IRAP_VCL22,RSV_IRAP_VCL23|Reserved slices of IRAP pictures.|types 22 and 23
    RSV_VCL24,RSV_VCL25,RSV_VCL26,RSV_VCL27,RSV_VCL28,RSV_VCL29,RSV_VCL30,RSV_VCL31|Reserved slices.|types 24 to 31
    VPS_NUT|Video parameter set: what all layers share.|type 32
    SPS_NUT|Sequence parameter set: what all pictures of a coded video sequence share.|type 33
    PPS_NUT|Picture parameter set: what the slices of pictures share.|type 34
    AUD_NUT|Access unit delimiter: an access unit begins.|type 35
    EOS_NUT|End of sequence: the next picture is an IRAP picture with which decoding restarts.|type 36
    EOB_NUT|End of bitstream.|type 37
    FD_NUT|Filler data: bytes without meaning, to keep a bit rate.|type 38
    PREFIX_SEI_NUT|Supplemental enhancement information before the slices of a picture.|type 39
    SUFFIX_SEI_NUT|Supplemental enhancement information after the first slice of a picture.|type 40
    RSV_NVCL41,RSV_NVCL42,RSV_NVCL43,RSV_NVCL44,RSV_NVCL45,RSV_NVCL46,RSV_NVCL47|Reserved. A decoder ignores the unit.|types 41 to 47
    UNSPEC48,UNSPEC49,UNSPEC50,UNSPEC51,UNSPEC52,UNSPEC53,UNSPEC54,UNSPEC55,UNSPEC56,UNSPEC57,UNSPEC58,UNSPEC59,UNSPEC60,UNSPEC61,UNSPEC62,UNSPEC63|Not specified, for the use of applications. A decoder ignores the unit.|types 48 to 63
    """
}
