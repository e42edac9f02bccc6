extension Catalogue {
  /// Slices of H.265.
  static let hevcSliceText = """
    =slice_segment_layer_rbsp|7.4.3.9|A slice segment: header and data.
    slice_segment_data|The coded coding tree units.||7.4.9
    =slice_segment_header|7.4.7.1|Slice segment header: which picture the segment is of, its type, references and filters.
    first_slice_segment_in_pic_flag|Whether the segment is the first of its picture: a new picture begins.
    no_output_of_prior_pics_flag|Whether pictures that are not output yet are discarded at this IRAP picture.
    slice_pic_parameter_set_id|The picture parameter set in use.|0 to 63
    dependent_slice_segment_flag|Whether the segment inherits the slice header of the one before.
    slice_segment_address|The first coding tree block of the segment, in raster order.
    slice_reserved_flag|Reserved bits, as many as the picture parameter set says.
    discardable_flag|Whether the picture is not used by other layers nor by later pictures.||F.7.4.7.1
    cross_layer_bla_flag|Whether the picture breaks links in higher layers.||F.7.4.7.1
    slice_type|The coding type of the slice.|0 B, 1 P, 2 I
    pic_output_flag|Whether the picture is output.
    colour_plane_id|The colour component, with separate colour planes.|0 Y, 1 Cb, 2 Cr
    slice_pic_order_cnt_lsb|The low bits of the picture order count, which gives the output order.|0 to MaxPicOrderCntLsb − 1; 0 and \
    absent in IDR pictures
    short_term_ref_pic_set_sps_flag|Whether the reference picture set is one of the sequence parameter set.
    short_term_ref_pic_set_idx|Which one.|0 to num_short_term_ref_pic_sets − 1
    num_long_term_sps|The number of long-term pictures that are candidates of the sequence parameter set.
    num_long_term_pics|The number of long-term pictures coded in the slice.
    lt_idx_sps|The candidate of the sequence parameter set.
    poc_lsb_lt|The low bits of the picture order count of the long-term picture.
    used_by_curr_pic_lt_flag|Whether the current picture may refer to it, and not only later ones.
    delta_poc_msb_present_flag|Whether high bits of its picture order count follow.
    delta_poc_msb_cycle_lt|The high bits of its picture order count, as a difference.
    slice_temporal_mvp_enabled_flag|Whether motion vectors may be predicted from another picture.
    inter_layer_pred_enabled_flag|Whether the picture may refer to lower layers.||F.7.4.7.1
    num_inter_layer_ref_pics_minus1|The number of lower layers that it refers to, minus 1.||F.7.4.7.1
    inter_layer_pred_layer_idc|Which of the direct reference layers.||F.7.4.7.1
    in_comp_pred_flag|Whether texture may be predicted from depth, or depth from texture.||I.7.4.7.1
    slice_sao_luma_flag|Whether the sample adaptive offset filter is on for luma.
    slice_sao_chroma_flag|Whether the sample adaptive offset filter is on for chroma.
    num_ref_idx_active_override_flag|Whether the slice has its own numbers of active references.
    num_ref_idx_l0_active_minus1|The number of active entries of reference list 0 minus 1.|0 to 14
    num_ref_idx_l1_active_minus1|The number of active entries of reference list 1 minus 1.|0 to 14
    mvd_l1_zero_flag|Whether motion vector differences of list 1 are zero in blocks with two predictions.
    cabac_init_flag|Whether the initialization tables of P and B slices are exchanged.
    collocated_from_l0_flag|The list of the picture that motion vectors are predicted from.|1 list 0, 0 list 1
    collocated_ref_idx|The entry of that picture in the list.
    slice_ic_enabled_flag|Whether blocks may compensate for the illumination of another view.||I.7.4.7.1
    slice_ic_disabled_merge_zero_idx_flag|Whether blocks with merge index 0 do without the compensation.||I.7.4.7.1
    five_minus_max_num_merge_cand|5 minus the number of merge candidates; in 3D video the additional ones count too.|0 to 4, in 3D video to 5
    use_integer_mv_flag|Whether motion vectors have whole samples.
    slice_qp_delta|Added to 26 + init_qp_minus26 to give the quantisation parameter of the slice.|so that the sum is −QpBdOffset to 51
    slice_cb_qp_offset|Added to pps_cb_qp_offset.|so that the sum is −12 to 12
    slice_cr_qp_offset|Added to pps_cr_qp_offset.|so that the sum is −12 to 12
    slice_act_y_qp_offset|The luma offset of the adaptive colour transform.|so that the sum with that of the set is −12 to 12
    slice_act_cb_qp_offset|The Cb offset of the adaptive colour transform.|so that the sum with that of the set is −12 to 12
    slice_act_cr_qp_offset|The Cr offset of the adaptive colour transform.|so that the sum with that of the set is −12 to 12
    cu_chroma_qp_offset_enabled_flag|Whether coding units choose chroma offsets from the list of the picture parameter set.
    deblocking_filter_override_flag|Whether deblocking parameters follow.
    slice_deblocking_filter_disabled_flag|Whether the deblocking filter is off.
    slice_beta_offset_div2|The offset to beta of the deblocking filter, halved.|−6 to 6
    slice_tc_offset_div2|The offset to tC of the deblocking filter, halved.|−6 to 6
    slice_loop_filter_across_slices_enabled_flag|Whether filters work across the left and upper boundaries of the slice.
    cp_scale|The scale from depth to disparity, for the view of the index.||I.7.4.7.1
    cp_off|The offset from depth to disparity.||I.7.4.7.1
    cp_inv_scale_plus_scale|The inverse scale plus the scale.||I.7.4.7.1
    cp_inv_off_plus_off|The inverse offset plus the offset.||I.7.4.7.1
    num_entry_point_offsets|The number of entry points into the data: tiles or rows after the first.
    offset_len_minus1|The number of bits of an entry point offset minus 1.|0 to 31
    entry_point_offset_minus1|The number of bytes of a tile or row of the data minus 1.
    slice_segment_header_extension_length|The number of extension bytes.|0 to 256
    slice_segment_header_extension_data_byte|Extension bytes that a decoder ignores.
    slice_segment_header_extension_data_bit|Extension bits that a decoder ignores.||F.7.4.7.1
    poc_reset_idc|How picture order counts are reset in all layers.|0 not, 1 high bits, 2 all bits, 3 told again by a later \
    picture|F.7.4.7.1
    poc_reset_period_id|The period of resets that the picture belongs to.||F.7.4.7.1
    full_poc_reset_flag|Whether all bits were reset.||F.7.4.7.1
    poc_lsb_val|The low bits of the picture order count before the reset.||F.7.4.7.1
    poc_msb_cycle_val_present_flag|Whether high bits of the picture order count follow.||F.7.4.7.1
    poc_msb_cycle_val|The high bits of the picture order count.||F.7.4.7.1
    alignment_bit_equal_to_one|Ends the header.|1
    alignment_bit_equal_to_zero|Fills the byte before the data.|0
    =ref_pic_lists_modification|7.4.7.2|Changes of the initial reference picture lists.
    ref_pic_list_modification_flag_l0|Whether the entries of list 0 are coded.
    list_entry_l0|The entry of the initial list 0 that is put here.
    ref_pic_list_modification_flag_l1|Whether the entries of list 1 are coded.
    list_entry_l1|The entry of the initial list 1 that is put here.
    =pred_weight_table|7.4.7.3|Weights and offsets of weighted prediction.
    luma_log2_weight_denom|The denominator of luma weights, as a power of two.|0 to 7
    delta_chroma_log2_weight_denom|The denominator of chroma weights minus that of luma, as powers of two.|so that the sum is 0 to 7
    luma_weight_l0_flag|Whether this reference of list 0 has a luma weight and offset.
    chroma_weight_l0_flag|Whether this reference of list 0 has chroma weights and offsets.
    delta_luma_weight_l0|The luma weight of the reference of list 0 minus 1.0.|−128 to 127
    luma_offset_l0|The luma offset of the reference of list 0.
    delta_chroma_weight_l0|A chroma weight of the reference of list 0 minus 1.0, Cb before Cr.|−128 to 127
    delta_chroma_offset_l0|A chroma offset of the reference of list 0, coded as a difference from a prediction.
    luma_weight_l1_flag|Whether this reference of list 1 has a luma weight and offset.
    chroma_weight_l1_flag|Whether this reference of list 1 has chroma weights and offsets.
    delta_luma_weight_l1|The luma weight of the reference of list 1 minus 1.0.|−128 to 127
    luma_offset_l1|The luma offset of the reference of list 1.
    delta_chroma_weight_l1|A chroma weight of the reference of list 1 minus 1.0, Cb before Cr.|−128 to 127
    delta_chroma_offset_l1|A chroma offset of the reference of list 1, coded as a difference from a prediction.
    """
}
