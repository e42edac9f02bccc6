extension Catalogue {
  /// Slices of H.264.
  static let h264SliceText = """
    =slice_layer_without_partitioning_rbsp|7.4.2.8|A slice: header and data.
    slice_layer|A slice whose parameter sets are missing, from where it cannot be read further.
    cabac_alignment_one_bit|Fills the byte before CABAC data.|1|7.4.4
    slice_data|The coded macroblocks.||7.4.4
    =slice_data_partition_a_layer_rbsp|7.4.2.9.1|Slice data partition A: the slice header, macroblock headers and motion vectors.
    slice_layer|A slice whose parameter sets are missing, from where it cannot be read further.
    slice_id|The slice of the picture that the partition belongs to.
    slice_data|The coded macroblock headers and motion vectors.
    =slice_data_partition_layer|7.4.2.9.2|Slice data partition B or C: residuals of intra or inter macroblocks.
    slice_id|The slice of the picture that the partition belongs to.
    slice_data_partition|A partition whose parameter sets are missing, from where it cannot be read further.
    colour_plane_id|The colour component.|0 Y, 1 Cb, 2 Cr
    redundant_pic_cnt|The redundant coded picture that the partition belongs to.|0 to 127; 0 is the primary
    slice_data|The coded residuals.
    =slice_header|7.4.3|Slice header: which picture the slice is of, its type, references and quantisation.
    first_mb_in_slice|The address of the first macroblock of the slice, of the pair in MBAFF frames. 0 begins a picture, as a rule.
    slice_type|The coding type of the slice.|0 and 5 P, 1 and 6 B, 2 and 7 I, 3 and 8 SP, 4 and 9 SI; from 5 on all slices of the \
    picture have this type
    pic_parameter_set_id|The picture parameter set in use.|0 to 255
    colour_plane_id|The colour component, with separate colour planes.|0 Y, 1 Cb, 2 Cr
    frame_num|The number of the frame, counted up after each reference picture, modulo MaxFrameNum. Gaps in it show lost references.|0 \
    to MaxFrameNum − 1; 0 in IDR pictures
    field_pic_flag|Whether the slice is of a field and not of a frame.
    bottom_field_flag|Whether the field is a bottom field.
    idr_pic_id|Tells consecutive IDR pictures apart.|0 to 65535, different from that of the next IDR picture
    pic_order_cnt_lsb|The low bits of the picture order count, which gives the output order.|0 to MaxPicOrderCntLsb − 1
    delta_pic_order_cnt_bottom|The picture order count of the bottom field minus that of the top field.|−2^31 + 1 to 2^31 − 1
    delta_pic_order_cnt|The difference from the expected picture order count; index 0 of the top field or frame, index 1 of the bottom \
    field.|−2^31 + 1 to 2^31 − 1
    redundant_pic_cnt|The redundant coded picture that the slice belongs to.|0 to 127; 0 is the primary
    direct_spatial_mv_pred_flag|How B slices derive direct motion vectors.|0 temporal, 1 spatial
    num_ref_idx_active_override_flag|Whether the slice has its own numbers of active references.
    num_ref_idx_l0_active_minus1|The number of active entries of reference list 0 minus 1.|0 to 15 of frames, 0 to 31 of fields
    num_ref_idx_l1_active_minus1|The number of active entries of reference list 1 minus 1.|0 to 15 of frames, 0 to 31 of fields
    cabac_init_idc|The table from which CABAC contexts start.|0 to 2
    slice_qp_delta|Added to 26 + pic_init_qp_minus26 to give the quantisation parameter of the first macroblock.|so that the sum is \
    −QpBdOffset to 51
    sp_for_switch_flag|Whether P macroblocks of an SP slice are decoded as for switching.
    slice_qs_delta|Added to 26 + pic_init_qs_minus26 to give the quantisation parameter of SP and SI macroblocks.|so that the sum is 0 \
    to 51
    disable_deblocking_filter_idc|The use of the deblocking filter.|0 on, 1 off, 2 on but not across slice boundaries
    slice_alpha_c0_offset_div2|The offset into the alpha and clipping tables of the deblocking filter, halved.|−6 to 6
    slice_beta_offset_div2|The offset into the beta table of the deblocking filter, halved.|−6 to 6
    slice_group_change_cycle|The size of slice group 0 of map types 3 to 5, in steps of the change rate.
    =ref_pic_list_modification|7.4.3.1|Changes of the initial reference picture lists.
    ref_pic_list_modification_flag_l0|Whether reference list 0 is modified.
    ref_pic_list_modification_flag_l1|Whether reference list 1 is modified.
    modification_of_pic_nums_idc|The next change of the list.|0 subtract and 1 add a difference of picture numbers, 2 a long-term \
    picture, 3 end, 4 subtract and 5 add a difference of view indices
    abs_diff_pic_num_minus1|The absolute difference from the last picture number, minus 1.|0 to MaxPicNum − 1
    long_term_pic_num|The long-term picture to put next into the list.
    abs_diff_view_idx_minus1|The absolute difference from the last view index, minus 1.||G.7.4.3.1
    =pred_weight_table|7.4.3.2|Weights and offsets of explicit weighted prediction.
    luma_log2_weight_denom|The denominator of luma weights, as a power of two.|0 to 7
    chroma_log2_weight_denom|The denominator of chroma weights, as a power of two.|0 to 7
    luma_weight_l0_flag|Whether this reference of list 0 has a luma weight and offset.
    luma_weight_l0|The luma weight of the reference of list 0.|−128 to 127
    luma_offset_l0|The luma offset of the reference of list 0.|−128 to 127
    chroma_weight_l0_flag|Whether this reference of list 0 has chroma weights and offsets.
    chroma_weight_l0|A chroma weight of the reference of list 0, Cb before Cr.|−128 to 127
    chroma_offset_l0|A chroma offset of the reference of list 0, Cb before Cr.|−128 to 127
    luma_weight_l1_flag|Whether this reference of list 1 has a luma weight and offset.
    luma_weight_l1|The luma weight of the reference of list 1.|−128 to 127
    luma_offset_l1|The luma offset of the reference of list 1.|−128 to 127
    chroma_weight_l1_flag|Whether this reference of list 1 has chroma weights and offsets.
    chroma_weight_l1|A chroma weight of the reference of list 1, Cb before Cr.|−128 to 127
    chroma_offset_l1|A chroma offset of the reference of list 1, Cb before Cr.|−128 to 127
    =dec_ref_pic_marking|7.4.3.3|What becomes of this picture and earlier ones as references.
    no_output_of_prior_pics_flag|Whether pictures that are not output yet are discarded at this IDR picture.
    long_term_reference_flag|Whether the IDR picture becomes a long-term reference.
    adaptive_ref_pic_marking_mode_flag|How references are removed.|0 the oldest goes (sliding window), 1 commands follow
    memory_management_control_operation|The next command (Table 7-9).|0 end, 1 and 2 drop a short-term or long-term picture, 3 make one \
    long-term, 4 set the highest long-term index, 5 drop all, 6 make the current picture long-term
    difference_of_pic_nums_minus1|The picture number of the current picture minus that of the short-term picture meant, minus 1.
    long_term_pic_num|The long-term picture to drop.
    long_term_frame_idx|The long-term index to give.
    max_long_term_frame_idx_plus1|The highest long-term index plus 1.|0 for none
    =prefix_nal_unit_rbsp|7.4.2.12|Scalability information of the base layer slice that follows.
    store_ref_base_pic_flag|Whether the base picture is stored as a further reference.||F.7.4.2.12.1
    additional_prefix_nal_unit_extension_flag|Whether extension bits follow.||F.7.4.2.12.1
    additional_prefix_nal_unit_extension_data_flag|Extension bits that a decoder ignores.||F.7.4.2.12.1
    adaptive_ref_base_pic_marking_mode_flag|How base reference pictures are removed.|0 sliding window, 1 commands follow|F.7.4.3.5
    memory_management_base_control_operation|The next command.|0 end, 1 and 2 drop a short-term or long-term base picture|F.7.4.3.5
    difference_of_base_pic_nums_minus1|The short-term base picture to drop, as a difference of picture numbers minus 1.||F.7.4.3.5
    long_term_base_pic_num|The long-term base picture to drop.||F.7.4.3.5
    """
}
