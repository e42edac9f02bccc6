extension Catalogue {
  /// Extensions of parameter sets of H.265 for layers and 3D.
  static let hevcLayerText = """
    =vps_extension|F.7.4.3.1.1|Layers: what they are, what they depend on, and which are output.
    splitting_flag|Whether bits of nuh_layer_id are the dimensions of layers.
    scalability_mask_flag|Whether layers differ in this dimension.|index 0 depth, 1 view, 2 spatial or quality, 3 auxiliary
    dimension_id_len_minus1|The number of bits of dimension_id minus 1.
    vps_nuh_layer_id_present_flag|Whether layer numbers are coded. If not, they count up.
    layer_id_in_nuh|The nuh_layer_id of the layer.
    dimension_id|The place of the layer in the dimension.
    view_id_len|The number of bits of view_id_val.
    view_id_val|The view.
    direct_dependency_flag|Whether the layer depends directly on the other one.
    num_add_layer_sets|The number of further layer sets.
    highest_layer_idx_plus1|The highest layer of a tree in the layer set plus 1.
    vps_sub_layers_max_minus1_present_flag|Whether layers have their own numbers of sub-layers.
    sub_layers_vps_max_minus1|The number of sub-layers of the layer minus 1.
    max_tid_ref_present_flag|Whether the next elements follow.
    max_tid_il_ref_pics_plus1|The highest sub-layer of the other layer used for reference plus 1.
    default_ref_layers_active_flag|Whether all direct reference layers are used by all pictures.
    vps_num_profile_tier_level_minus1|The number of profile_tier_level structures minus 1.
    vps_profile_present_flag|Whether the profile is coded and not only the level.
    num_add_olss|The number of further output layer sets.
    default_output_layer_idc|The layers that are output by default.|0 all, 1 the highest, 2 as coded
    layer_set_idx_for_ols_minus1|The layer set of the output layer set, minus 1.
    output_layer_flag|Whether the layer is output.
    profile_tier_level_idx|The profile_tier_level of the layer.
    alt_output_layer_flag|Whether a lower layer is output where the output layer has no picture.
    vps_num_rep_formats_minus1|The number of picture formats minus 1.
    rep_format_idx_present_flag|Whether layers name their formats.
    vps_rep_format_idx|The picture format of the layer.
    max_one_active_ref_layer_flag|Whether a picture uses at most one reference layer.
    vps_poc_lsb_aligned_flag|Whether picture order counts of all layers of an access unit have equal low bits.
    poc_lsb_not_present_flag|Whether IDR pictures of the layer have no low bits of the picture order count.
    direct_dep_type_len_minus2|The number of bits of dependency types minus 2.
    direct_dependency_all_layers_flag|Whether all dependencies have one type.
    direct_dependency_all_layers_type|That type.|0 samples, 1 motion, 2 both
    direct_dependency_type|The type of the dependency.|0 samples, 1 motion, 2 both
    vps_non_vui_extension_length|The number of extension bytes.
    vps_non_vui_extension_data_byte|Extension bytes that a decoder ignores.
    vps_vui_present_flag|Whether usability information of layers follows.
    vps_vui_alignment_bit_equal_to_one|Fills the byte.|1
    vps_extension2_flag|Whether further extensions follow.
    vps_3d_extension_flag|Whether the 3D extension follows.
    vps_3d_extension_alignment_bit_equal_to_one|Fills the byte.|1
    vps_extension3_flag|Whether further extension data follows.
    =rep_format|F.7.4.3.1.2|A picture format that layers share.
    pic_width_vps_in_luma_samples|The width of pictures.
    pic_height_vps_in_luma_samples|The height of pictures.
    chroma_and_bit_depth_vps_present_flag|Whether chroma format and bit depths follow.
    chroma_format_vps_idc|The chroma format.|0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4
    separate_colour_plane_vps_flag|Whether the colour components are coded like monochrome pictures.
    bit_depth_vps_luma_minus8|The bit depth of luma samples minus 8.
    bit_depth_vps_chroma_minus8|The bit depth of chroma samples minus 8.
    conformance_window_vps_flag|Whether cropping offsets follow.
    conf_win_vps_left_offset|Columns cut off at the left, in chroma units.
    conf_win_vps_right_offset|Columns cut off at the right, in chroma units.
    conf_win_vps_top_offset|Rows cut off at the top, in chroma units.
    conf_win_vps_bottom_offset|Rows cut off at the bottom, in chroma units.
    =dpb_size|F.7.4.3.1.3|Sizes of decoded picture buffers of output layer sets.
    sub_layer_flag_info_present_flag|Whether presence flags of sub-layers follow.
    sub_layer_dpb_info_present_flag|Whether sizes of the sub-layer follow.
    max_vps_dec_pic_buffering_minus1|The size of the buffer of the layer minus 1, in pictures.
    max_vps_num_reorder_pics|The number of access units that may precede another in decoding order and follow it in output order.
    max_vps_latency_increase_plus1|The limit of output latency plus 1.|0 no limit
    =vps_vui|F.7.4.3.1.4|Usability information of layers.
    cross_layer_pic_type_aligned_flag|Whether all pictures of an access unit have the same NAL unit type.
    cross_layer_irap_aligned_flag|Whether IRAP pictures are in the same access units in all layers.
    all_layers_idr_aligned_flag|Whether IDR pictures are in the same access units in all layers.
    bit_rate_present_vps_flag|Whether layer sets have bit rates.
    pic_rate_present_vps_flag|Whether layer sets have picture rates.
    bit_rate_present_flag|Whether bit rates of the sub-layer follow.
    pic_rate_present_flag|Whether the picture rate of the sub-layer follows.
    avg_bit_rate|The average bit rate, as a number with an exponent.
    max_bit_rate|The maximum bit rate, as a number with an exponent.
    constant_pic_rate_idc|Whether the picture rate is constant.|0 unknown, 1 constant, 2 in limits
    avg_pic_rate|The average picture rate in pictures per 256 seconds.
    video_signal_info_idx_present_flag|Whether layers name their signal information.
    vps_num_video_signal_info_minus1|The number of signal information structures minus 1.
    vps_video_signal_info_idx|The signal information of the layer.
    tiles_not_in_use_flag|Whether there are no tiles at all.
    tiles_in_use_flag|Whether the layer may have tiles.
    loop_filter_not_across_tiles_flag|Whether filters stop at tile boundaries in the layer.
    tile_boundaries_aligned_flag|Whether tiles of the layer and of its reference layer coincide.
    wpp_not_in_use_flag|Whether there are no wavefronts at all.
    wpp_in_use_flag|Whether the layer may have wavefronts.
    single_layer_for_non_irap_flag|Whether access units have at most one picture, or two at switches between layers.
    higher_layer_irap_skip_flag|Whether upper pictures of access units with two pictures are skipped alike.
    ilp_restricted_ref_layers_flag|Whether inter-layer prediction is limited in space.
    min_spatial_segment_offset_plus1|The region of the reference layer that is used, plus 1.|0 no limit
    ctu_based_offset_enabled_flag|Whether the limit counts coding tree units.
    min_horizontal_ctu_offset_plus1|The horizontal limit in coding tree units plus 1.|0 no limit
    vps_vui_bsp_hrd_present_flag|Whether buffer models of partitions follow.
    base_layer_parameter_set_compatibility_flag|Whether the layer can use the parameter sets of the base layer.
    =video_signal_info|F.7.4.3.1.5|What samples of a layer mean.
    video_vps_format|The system that the video comes from, as video_format.
    video_full_range_vps_flag|Whether samples use the full range of values.
    colour_primaries_vps|As colour_primaries of the VUI.
    transfer_characteristics_vps|As transfer_characteristics of the VUI.
    matrix_coeffs_vps|As matrix_coeffs of the VUI.
    =vps_vui_bsp_hrd_params|F.7.4.3.1.6|Buffer models of partitions of the stream.
    vps_num_add_hrd_params|The number of further buffer models.
    cprms_add_present_flag|Whether the common part is coded again.
    num_sub_layer_hrd_minus1|The number of sub-layers minus 1.
    num_signalled_partitioning_schemes|The number of partitionings of the output layer set.
    num_partitions_in_scheme_minus1|The number of partitions minus 1.
    layer_included_in_partition_flag|Whether the layer is in the partition.
    num_bsp_schedules_minus1|The number of delivery schedules minus 1.
    bsp_hrd_idx|The buffer model of the partition.
    bsp_sched_idx|The delivery schedule of the partition.
    =vps_3d_extension|I.7.4.3.1.7|Camera parameters of 3D video.
    cp_precision|The precision of camera parameters.
    num_cp|The number of views with camera parameters.
    cp_in_slice_segment_header_flag|Whether camera parameters are in slice headers.
    cp_ref_voi|The view that the parameters refer to.
    vps_cp_scale|The scale from depth to disparity.
    vps_cp_off|The offset from depth to disparity.
    vps_cp_inv_scale_plus_scale|The inverse scale plus the scale.
    vps_cp_inv_off_plus_off|The inverse offset plus the offset.
    =pps_multilayer_extension|F.7.4.3.3.4|How pictures of other layers are used.
    poc_reset_info_present_flag|Whether slice headers have resets of picture order counts.
    pps_infer_scaling_list_flag|Whether scaling lists come from another layer.
    pps_scaling_list_ref_layer_id|The layer that they come from.
    num_ref_loc_offsets|The number of layers with offsets.
    ref_loc_offset_layer_id|The layer whose offsets follow.
    scaled_ref_layer_offset_present_flag|Whether the scaled reference picture has offsets in the current picture.
    scaled_ref_layer_left_offset|The left offset of the scaled reference picture.|−2^14 to 2^14 − 1
    scaled_ref_layer_top_offset|The top offset of the scaled reference picture.|−2^14 to 2^14 − 1
    scaled_ref_layer_right_offset|The right offset of the scaled reference picture.|−2^14 to 2^14 − 1
    scaled_ref_layer_bottom_offset|The bottom offset of the scaled reference picture.|−2^14 to 2^14 − 1
    ref_region_offset_present_flag|Whether a region of the reference picture is used.
    ref_region_left_offset|The left offset of the region.|−2^14 to 2^14 − 1
    ref_region_top_offset|The top offset of the region.|−2^14 to 2^14 − 1
    ref_region_right_offset|The right offset of the region.|−2^14 to 2^14 − 1
    ref_region_bottom_offset|The bottom offset of the region.|−2^14 to 2^14 − 1
    resample_phase_set_present_flag|Whether phases of resampling follow.
    phase_hor_luma|The horizontal phase of luma in resampling.|0 to 31
    phase_ver_luma|The vertical phase of luma in resampling.|0 to 31
    phase_hor_chroma_plus8|The horizontal phase of chroma plus 8.|0 to 63
    phase_ver_chroma_plus8|The vertical phase of chroma plus 8.|0 to 63
    colour_mapping_enabled_flag|Whether samples of other layers are mapped in colour.
    =colour_mapping_table|F.7.4.3.3.5|How samples of a reference layer become samples of this layer's colour space.
    num_cm_ref_layers_minus1|The number of layers that the table is for, minus 1.|0 to 61
    cm_ref_layer_id|A layer that the table is for.
    cm_octant_depth|The depth of the octree.|0 or 1
    cm_y_part_num_log2|The number of luma parts of an octant, as a power of two.|0 to 3
    luma_bit_depth_cm_input_minus8|The luma bit depth of the input minus 8.
    chroma_bit_depth_cm_input_minus8|The chroma bit depth of the input minus 8.
    luma_bit_depth_cm_output_minus8|The luma bit depth of the output minus 8.
    chroma_bit_depth_cm_output_minus8|The chroma bit depth of the output minus 8.
    cm_res_quant_bits|The shift of coefficients.|0 to 3
    cm_delta_flc_bits_minus1|The change of the number of bits of res_coeff_r, minus 1.|0 to 3
    cm_adapt_threshold_u_delta|The Cb threshold between octants, as a difference.
    cm_adapt_threshold_v_delta|The Cr threshold between octants, as a difference.
    =colour_mapping_octants|F.7.4.3.3.6|An octant of sample values.
    split_octant_flag|Whether it is split into eight.
    coded_res_flag|Whether residuals of the vertex are coded.
    res_coeff_q|The quotient of a residual.
    res_coeff_r|The remainder of a residual.
    res_coeff_s|The sign of a residual.|1 negative
    =pps_3d_extension|I.7.4.3.3.7|Look-up tables of depth values.
    dlts_present_flag|Whether tables follow.
    pps_depth_layers_minus1|The number of depth layers minus 1.
    pps_bit_depth_for_depth_layers_minus8|The bit depth of depth minus 8.
    dlt_flag|Whether the layer has a table.
    dlt_pred_flag|Whether it is predicted from the base view.
    dlt_val_flags_present_flag|Whether a flag for each value follows, and not a list.
    dlt_value_flag|Whether the value occurs.
    =delta_dlt|I.7.4.3.3.8|A list of depth values.
    num_val_delta_dlt|The number of values.
    max_diff|The largest difference between values.
    min_diff_minus1|The smallest difference between values minus 1.
    delta_dlt_val0|The first value.
    delta_val_diff_minus_min|The difference to the next value minus the smallest difference.
    """
}
