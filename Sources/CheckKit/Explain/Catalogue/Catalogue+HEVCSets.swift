extension Catalogue {
  /// Parameter sets of H.265.
  static let hevcSetText = """
    =video_parameter_set_rbsp|7.4.3.1|Video parameter set: layers and sub-layers of the stream, profile and timing.
    vps_video_parameter_set_id|The number by which sequence parameter sets refer to this set.|0 to 15
    vps_base_layer_internal_flag|Whether the base layer is in this stream.|1 unless the base layer comes from elsewhere
    vps_base_layer_available_flag|Whether the base layer is available at all.
    vps_max_layers_minus1|The number of layers minus 1.|0 to 62; 0 without extensions
    vps_max_sub_layers_minus1|The number of temporal sub-layers minus 1.|0 to 6
    vps_temporal_id_nesting_flag|Whether decoding may switch up to a higher sub-layer at any picture.|1 with one sub-layer
    vps_reserved_0xffff_16bits|Reserved.|0xFFFF
    vps_sub_layer_ordering_info_present_flag|Whether buffer sizes are given for each sub-layer and not only for the highest.
    vps_max_dec_pic_buffering_minus1|The size of the decoded picture buffer that the sub-layer needs, minus 1, in pictures.
    vps_max_num_reorder_pics|The number of pictures that may precede any picture in decoding order and follow it in output order.|0 to \
    vps_max_dec_pic_buffering_minus1
    vps_max_latency_increase_plus1|The limit of output latency: the number of pictures above vps_max_num_reorder_pics, plus 1.|0 no limit
    vps_max_layer_id|The largest nuh_layer_id.|0 to 62
    vps_num_layer_sets_minus1|The number of layer sets minus 1.|0 to 1023
    layer_id_included_flag|Whether the layer is in the layer set.
    vps_timing_info_present_flag|Whether the clock tick follows.
    vps_num_units_in_tick|The number of units of vps_time_scale in a clock tick.|not 0
    vps_time_scale|The number of time units in a second.|not 0
    vps_poc_proportional_to_timing_flag|Whether output times are proportional to picture order counts.
    vps_num_ticks_poc_diff_one_minus1|The number of clock ticks for a picture order count difference of 1, minus 1.
    vps_num_hrd_parameters|The number of buffer models.|0 to vps_num_layer_sets_minus1 + 1
    hrd_layer_set_idx|The layer set that the buffer model is of.
    cprms_present_flag|Whether the common part of the buffer model is coded again.
    vps_extension_flag|Whether an extension follows.
    vps_extension_alignment_bit_equal_to_one|Fills the byte before the extension.|1
    vps_extension_data_flag|Extension bits that are not parsed.
    =profile_tier_level|7.4.4|Profile, tier and level of the stream or of a sub-layer.
    general_profile_space,sub_layer_profile_space|The context of the profile.|0
    general_tier_flag,sub_layer_tier_flag|The tier: a set of limits within a level.|0 Main, 1 High
    general_profile_idc,sub_layer_profile_idc|The profile: the set of tools that a decoder must have.|1 Main, 2 Main 10, 3 Main Still \
    Picture, 4 format range extensions, 5 high throughput, 6 multiview, 7 scalable, 8 3D, 9 screen content, 10 scalable \
    format range extensions, 11 high throughput screen content
    general_profile_compatibility_flag,sub_layer_profile_compatibility_flag|Whether the stream conforms to the profile of this index.
    general_progressive_source_flag,sub_layer_progressive_source_flag|Whether the source is progressive. Both source flags: unknown or \
    mixed, told by each picture.
    general_interlaced_source_flag,sub_layer_interlaced_source_flag|Whether the source is interlaced.
    general_non_packed_constraint_flag,sub_layer_non_packed_constraint_flag|Whether there are no frame packing messages.
    general_frame_only_constraint_flag,sub_layer_frame_only_constraint_flag|Whether all pictures are frames.
    general_max_14bit_constraint_flag,sub_layer_max_14bit_constraint_flag|Whether the bit depth is at most 14.
    general_max_12bit_constraint_flag,sub_layer_max_12bit_constraint_flag|Whether the bit depth is at most 12.
    general_max_10bit_constraint_flag,sub_layer_max_10bit_constraint_flag|Whether the bit depth is at most 10.
    general_max_8bit_constraint_flag,sub_layer_max_8bit_constraint_flag|Whether the bit depth is 8.
    general_max_422chroma_constraint_flag,sub_layer_max_422chroma_constraint_flag|Whether chroma is at most 4:2:2.
    general_max_420chroma_constraint_flag,sub_layer_max_420chroma_constraint_flag|Whether chroma is at most 4:2:0.
    general_max_monochrome_constraint_flag,sub_layer_max_monochrome_constraint_flag|Whether there is no chroma.
    general_intra_constraint_flag,sub_layer_intra_constraint_flag|Whether all pictures are intra coded.
    general_one_picture_only_constraint_flag,sub_layer_one_picture_only_constraint_flag|Whether the stream has one picture only.
    general_lower_bit_rate_constraint_flag,sub_layer_lower_bit_rate_constraint_flag|Whether the bit rate obeys the lower limit of the \
    profile.
    general_inbld_flag,sub_layer_inbld_flag|Whether the layer can be decoded on its own though it is not the base layer.
    general_reserved_zero_bit,sub_layer_reserved_zero_bit|Reserved.|0
    general_reserved_zero_7bits,sub_layer_reserved_zero_7bits|Reserved.|0
    general_reserved_zero_33bits,sub_layer_reserved_zero_33bits|Reserved.|0
    general_reserved_zero_34bits,sub_layer_reserved_zero_34bits|Reserved.|0
    general_reserved_zero_35bits,sub_layer_reserved_zero_35bits|Reserved.|0
    general_reserved_zero_43bits,sub_layer_reserved_zero_43bits|Reserved.|0
    general_level_idc,sub_layer_level_idc|The level: limits of picture size, rate and buffers.|30 times the level number: 93 for 3.1, \
    123 for 4.1, 153 for 5.1
    sub_layer_profile_present_flag|Whether the profile of the sub-layer follows.
    sub_layer_level_present_flag|Whether the level of the sub-layer follows.
    reserved_zero_2bits|Reserved, in place of sub-layers that do not exist.|0
    =seq_parameter_set_rbsp|7.4.3.2.1|Sequence parameter set: size, format and coding tools of all pictures of a coded video sequence.
    sps_video_parameter_set_id|The video parameter set in use.|0 to 15
    sps_max_sub_layers_minus1|The number of temporal sub-layers minus 1.|0 to 6
    sps_ext_or_max_sub_layers_minus1|The number of sub-layers minus 1, in layers above the base; 7 selects the short form of the set.|0 \
    to 7|F.7.4.3.2.1
    sps_temporal_id_nesting_flag|Whether decoding may switch up to a higher sub-layer at any picture.|1 with one sub-layer
    sps_seq_parameter_set_id|The number by which picture parameter sets refer to this set.|0 to 15
    update_rep_format_flag|Whether size and format differ from those of the video parameter set.||F.7.4.3.2.1
    sps_rep_format_idx|The format of the video parameter set that is in use.||F.7.4.3.2.1
    chroma_format_idc|The sampling of chroma relative to luma.|0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4
    separate_colour_plane_flag|Whether the three colour components are coded like three monochrome pictures.
    pic_width_in_luma_samples|The width of decoded pictures, before cropping.|a multiple of the smallest coding block
    pic_height_in_luma_samples|The height of decoded pictures, before cropping.|a multiple of the smallest coding block
    conformance_window_flag|Whether cropping offsets follow.
    conf_win_left_offset|Columns cut off at the left, in chroma units.|2 luma samples for 4:2:0 and 4:2:2, else 1
    conf_win_right_offset|Columns cut off at the right, in chroma units.|2 luma samples for 4:2:0 and 4:2:2, else 1
    conf_win_top_offset|Rows cut off at the top, in chroma units.|2 luma samples for 4:2:0, else 1
    conf_win_bottom_offset|Rows cut off at the bottom, in chroma units.|2 luma samples for 4:2:0, else 1
    bit_depth_luma_minus8|The bit depth of luma samples minus 8.|0 to 8
    bit_depth_chroma_minus8|The bit depth of chroma samples minus 8.|0 to 8
    log2_max_pic_order_cnt_lsb_minus4|The number of bits of slice_pic_order_cnt_lsb minus 4.|0 to 12
    sps_sub_layer_ordering_info_present_flag|Whether buffer sizes are given for each sub-layer and not only for the highest.
    sps_max_dec_pic_buffering_minus1|The size of the decoded picture buffer that the sub-layer needs, minus 1, in pictures.|0 to \
    MaxDpbSize − 1
    sps_max_num_reorder_pics|The number of pictures that may precede any picture in decoding order and follow it in output order.|0 to \
    sps_max_dec_pic_buffering_minus1
    sps_max_latency_increase_plus1|The limit of output latency: the number of pictures above sps_max_num_reorder_pics, plus 1.|0 no limit
    log2_min_luma_coding_block_size_minus3|The smallest coding block, as a power of two, minus 3.
    log2_diff_max_min_luma_coding_block_size|The coding tree block minus the smallest coding block, as powers of two.
    log2_min_luma_transform_block_size_minus2|The smallest transform block, as a power of two, minus 2.
    log2_diff_max_min_luma_transform_block_size|The largest minus the smallest transform block, as powers of two.
    max_transform_hierarchy_depth_inter|The depth of transform trees in inter coding units.
    max_transform_hierarchy_depth_intra|The depth of transform trees in intra coding units.
    scaling_list_enabled_flag|Whether quantisation uses scaling lists.
    sps_infer_scaling_list_flag|Whether scaling lists come from another layer.||F.7.4.3.2.1
    sps_scaling_list_ref_layer_id|The layer that they come from.||F.7.4.3.2.1
    sps_scaling_list_data_present_flag|Whether scaling lists follow. If not, the default lists are in use.
    amp_enabled_flag|Whether prediction blocks may divide a coding block asymmetrically.
    sample_adaptive_offset_enabled_flag|Whether the sample adaptive offset filter follows the deblocking filter.
    pcm_enabled_flag|Whether blocks of uncoded samples are possible.
    pcm_sample_bit_depth_luma_minus1|The bits of a luma PCM sample minus 1.
    pcm_sample_bit_depth_chroma_minus1|The bits of a chroma PCM sample minus 1.
    log2_min_pcm_luma_coding_block_size_minus3|The smallest PCM block, as a power of two, minus 3.
    log2_diff_max_min_pcm_luma_coding_block_size|The largest minus the smallest PCM block, as powers of two.
    pcm_loop_filter_disabled_flag|Whether PCM blocks are not deblocked.
    num_short_term_ref_pic_sets|The number of short-term reference picture sets that slices can choose from.|0 to 64
    long_term_ref_pics_present_flag|Whether slices may refer to long-term pictures.
    num_long_term_ref_pics_sps|The number of candidates for long-term pictures.|0 to 32
    lt_ref_pic_poc_lsb_sps|The low bits of the picture order count of a candidate.
    used_by_curr_pic_lt_sps_flag|Whether the picture that uses the candidate may refer to it.
    sps_temporal_mvp_enabled_flag|Whether slices may predict motion vectors from other pictures.
    strong_intra_smoothing_enabled_flag|Whether references of 32x32 intra blocks may be interpolated.
    vui_parameters_present_flag|Whether video usability information follows: aspect ratio, colour, timing.
    sps_extension_present_flag|Whether extension flags follow.
    sps_range_extension_flag|Whether the format range extension follows.
    sps_multilayer_extension_flag|Whether the multilayer extension follows.
    sps_3d_extension_flag|Whether the 3D extension follows.
    sps_scc_extension_flag|Whether the screen content extension follows.
    sps_extension_4bits|Whether further extension data follows.|0
    sps_extension_data_flag|Extension bits that a decoder ignores.
    =sps_range_extension|7.4.3.2.2|Tools of the format range extensions.
    transform_skip_rotation_enabled_flag|Whether residuals of 4x4 intra blocks without transform are rotated.
    transform_skip_context_enabled_flag|Whether blocks without transform have their own context for significance.
    implicit_rdpcm_enabled_flag|Whether residuals of intra blocks without transform are coded as differences.
    explicit_rdpcm_enabled_flag|Whether residuals of inter blocks without transform may be coded as differences.
    extended_precision_processing_flag|Whether transforms and interpolation have a larger dynamic range.
    intra_smoothing_disabled_flag|Whether intra references are never smoothed.
    high_precision_offsets_enabled_flag|Whether weighted prediction offsets have the precision of the samples.
    persistent_rice_adaptation_enabled_flag|Whether Rice parameters start from statistics of earlier blocks.
    cabac_bypass_alignment_enabled_flag|Whether CABAC is aligned before bypass bins of coefficients.
    =sps_multilayer_extension|F.7.4.3.2.3|Tools for pictures of other layers.
    inter_view_mv_vert_constraint_flag|Whether vertical motion vectors between views are limited.
    =sps_3d_extension|I.7.4.3.2.5|Tools for texture (index 0) and depth (index 1) of 3D video.
    iv_di_mc_enabled_flag|Whether motion is predicted by disparity between views.
    iv_mv_scal_enabled_flag|Whether motion vectors between views are scaled.
    log2_ivmc_sub_pb_size_minus3|The size of sub-blocks of inter-view motion, as a power of two, minus 3.
    iv_res_pred_enabled_flag|Whether residuals are predicted between views.
    depth_ref_enabled_flag|Whether disparity is refined by depth.
    vsp_mc_enabled_flag|Whether view synthesis predicts texture.
    dbbp_enabled_flag|Whether depth divides texture blocks in two.
    tex_mc_enabled_flag|Whether depth takes motion from texture.
    log2_texmc_sub_pb_size_minus3|The size of sub-blocks of that motion, as a power of two, minus 3.
    intra_contour_enabled_flag|Whether depth has intra contour prediction.
    intra_dc_only_wedge_enabled_flag|Whether depth has wedges and DC-only intra blocks.
    cqt_cu_part_pred_enabled_flag|Whether the quadtree of depth is predicted from texture.
    inter_dc_only_enabled_flag|Whether inter blocks of depth may have a DC residual only.
    skip_intra_enabled_flag|Whether depth has an intra skip mode.
    =sps_scc_extension|7.4.3.2.3|Tools for screen content.
    sps_curr_pic_ref_enabled_flag|Whether a picture may refer to itself.
    palette_mode_enabled_flag|Whether blocks may be coded with a palette.
    palette_max_size|The largest palette.|0 to 64
    delta_palette_max_predictor_size|The size of the palette predictor minus palette_max_size.
    sps_palette_predictor_initializers_present_flag|Whether initial palette entries follow.
    sps_num_palette_predictor_initializers_minus1|The number of initial entries minus 1.
    sps_palette_predictor_initializer|A component of an initial entry.
    motion_vector_resolution_control_idc|The resolution of motion vectors.|0 quarter samples, 1 whole samples, 2 as the slice says
    intra_boundary_filtering_disabled_flag|Whether edges of intra blocks are not filtered.
    =scaling_list_data|7.4.5|Scaling lists: weights of transform coefficients in quantisation.
    scaling_list_pred_mode_flag|Whether the list is coded, and not a copy of another one.
    scaling_list_pred_matrix_id_delta|The list to copy, as a distance backwards.|0 the default list
    scaling_list_dc_coef_minus8|The weight of the DC coefficient minus 8, for 16x16 and 32x32.|−7 to 247
    scaling_list_delta_coef|The difference from the last weight, modulo 256.|−128 to 127
    =st_ref_pic_set|7.4.8|Short-term reference picture set: the pictures that this and later pictures may refer to.
    inter_ref_pic_set_prediction_flag|Whether the set is coded as a change of another one.
    delta_idx_minus1|The distance to the set that is changed, minus 1.
    delta_rps_sign|The sign of the shift of picture order counts.|1 negative
    abs_delta_rps_minus1|The absolute shift of picture order counts minus 1.|0 to 2^15 − 1
    used_by_curr_pic_flag|Whether the current picture may refer to the picture of the changed set.
    use_delta_flag|Whether the picture of the changed set is in this set.
    num_negative_pics|The number of pictures before the current one in output order.|0 to sps_max_dec_pic_buffering_minus1
    num_positive_pics|The number of pictures after the current one in output order.
    delta_poc_s0_minus1|The distance to the next earlier picture minus 1, in picture order counts.|0 to 2^15 − 1
    used_by_curr_pic_s0_flag|Whether the current picture may refer to it, and not only later ones.
    delta_poc_s1_minus1|The distance to the next later picture minus 1, in picture order counts.|0 to 2^15 − 1
    used_by_curr_pic_s1_flag|Whether the current picture may refer to it, and not only later ones.
    =vui_parameters|E.3.1|Video usability information: how to display the pictures, when, and what decoders need. Decoding does not \
    depend on it.
    aspect_ratio_info_present_flag|Whether a sample aspect ratio follows.
    aspect_ratio_idc|The sample aspect ratio (Table E.1).|0 unspecified, 1 1:1, 2 12:11, 3 10:11, 4 16:11, 5 40:33, 14 4:3, 15 3:2, 16 \
    2:1, 255 sar_width:sar_height
    sar_width|The horizontal size of the sample aspect ratio, in any unit.|0 unspecified
    sar_height|The vertical size of the sample aspect ratio, in the same unit.|0 unspecified
    overscan_info_present_flag|Whether overscan_appropriate_flag follows.
    overscan_appropriate_flag|Whether the edges of the pictures may be hidden by overscan.
    video_signal_type_present_flag|Whether format, range and colour follow.
    video_format|The system that the video comes from (Table E.2).|0 component, 1 PAL, 2 NTSC, 3 SECAM, 4 MAC, 5 unspecified
    video_full_range_flag|Whether samples use the full range of values.|0 limited (16 to 235 for 8-bit luma), 1 full
    colour_description_present_flag|Whether primaries, transfer and matrix follow.
    colour_primaries|The chromaticities of the primaries and the white point (Table E.3).|1 BT.709, 2 unspecified, 5 and 6 BT.601, 9 \
    BT.2020, 12 P3-D65
    transfer_characteristics|The function between light and sample values (Table E.4).|1, 6, 14 and 15 BT.709 curve, 2 unspecified, 13 \
    sRGB, 16 PQ, 18 HLG
    matrix_coeffs|The matrix between RGB and the samples (Table E.5).|0 RGB, 1 BT.709, 2 unspecified, 5 and 6 BT.601, 9 BT.2020
    chroma_loc_info_present_flag|Whether the places of chroma samples follow.
    chroma_sample_loc_type_top_field|Where chroma samples lie in the top field or the frame (Figure E.1).|0 left, 1 centre, 2 top left, \
    3 top, 4 bottom left, 5 bottom
    chroma_sample_loc_type_bottom_field|Where chroma samples lie in the bottom field.|0 to 5
    neutral_chroma_indication_flag|Whether all chroma samples have the middle value: grey pictures.
    field_seq_flag|Whether each picture is a field.
    frame_field_info_present_flag|Whether picture timing messages have pic_struct.
    default_display_window_flag|Whether a window to display by default follows.
    def_disp_win_left_offset|Columns outside of the default window at the left, in chroma units.
    def_disp_win_right_offset|Columns outside of the default window at the right, in chroma units.
    def_disp_win_top_offset|Rows outside of the default window at the top, in chroma units.
    def_disp_win_bottom_offset|Rows outside of the default window at the bottom, in chroma units.
    vui_timing_info_present_flag|Whether the clock tick follows.
    vui_num_units_in_tick|The number of units of vui_time_scale in a clock tick. A picture lasts one tick, as a rule.|not 0
    vui_time_scale|The number of time units in a second.|not 0; picture rate is vui_time_scale / vui_num_units_in_tick if fixed
    vui_poc_proportional_to_timing_flag|Whether output times are proportional to picture order counts.
    vui_num_ticks_poc_diff_one_minus1|The number of clock ticks for a picture order count difference of 1, minus 1.
    vui_hrd_parameters_present_flag|Whether a buffer model follows.
    bitstream_restriction_flag|Whether restrictions of the stream follow.
    tiles_fixed_structure_flag|Whether all pictures have the same tiles.
    motion_vectors_over_pic_boundaries_flag|Whether prediction may use samples outside of the picture.
    restricted_ref_pic_lists_flag|Whether all slices of a picture have the same reference lists.
    min_spatial_segmentation_idc|The promise that slices, tiles or wavefronts divide pictures at least this finely.|0 no promise, to 4095
    max_bytes_per_pic_denom|The limit of bytes in a picture, as a fraction of the raw size.|0 no limit, to 16
    max_bits_per_min_cu_denom|The limit of bits in a coding unit.|0 no limit, to 16
    log2_max_mv_length_horizontal|The limit of horizontal motion vectors, in quarter samples, as a power of two.|0 to 15
    log2_max_mv_length_vertical|The limit of vertical motion vectors, in quarter samples, as a power of two.|0 to 15
    =hrd_parameters|E.3.2|The buffer model (hypothetical reference decoder) that the stream conforms to.
    nal_hrd_parameters_present_flag|Whether buffer parameters that count all NAL units follow.
    vcl_hrd_parameters_present_flag|Whether buffer parameters that count VCL and filler units only follow.
    sub_pic_hrd_params_present_flag|Whether the buffer may work on parts of pictures (decoding units).
    tick_divisor_minus2|The number of sub-picture ticks in a clock tick, minus 2.|0 to 255
    du_cpb_removal_delay_increment_length_minus1|The number of bits of removal delays of decoding units minus 1.
    sub_pic_cpb_params_in_pic_timing_sei_flag|Whether those delays are in picture timing messages.|0 in decoding unit information messages
    dpb_output_delay_du_length_minus1|The number of bits of pic_dpb_output_du_delay minus 1.
    bit_rate_scale|The unit of bit rates: 2^(6 + scale) bits per second.|0 to 15
    cpb_size_scale|The unit of buffer sizes: 2^(4 + scale) bits.|0 to 15
    cpb_size_du_scale|The unit of buffer sizes for decoding units: 2^(4 + scale) bits.|0 to 15
    initial_cpb_removal_delay_length_minus1|The number of bits of initial removal delays minus 1.
    au_cpb_removal_delay_length_minus1|The number of bits of au_cpb_removal_delay_minus1 minus 1.
    dpb_output_delay_length_minus1|The number of bits of pic_dpb_output_delay minus 1.
    fixed_pic_rate_general_flag|Whether the distance between pictures in output order is constant throughout.
    fixed_pic_rate_within_cvs_flag|Whether that distance is constant within a coded video sequence.
    elemental_duration_in_tc_minus1|The distance between pictures in clock ticks minus 1.|0 to 2047
    low_delay_hrd_flag|Whether large pictures may arrive later than their removal time.
    cpb_cnt_minus1|The number of alternative bit rates and buffer sizes minus 1.|0 to 31
    =sub_layer_hrd_parameters|E.3.3|Bit rates and buffer sizes of a sub-layer.
    bit_rate_value_minus1|The highest input bit rate minus 1, in units that bit_rate_scale gives.|0 to 2^32 − 2, ascending
    cpb_size_value_minus1|The size of the coded picture buffer minus 1, in units that cpb_size_scale gives.|0 to 2^32 − 2
    cpb_size_du_value_minus1|The size of the buffer for decoding units minus 1, in units that cpb_size_du_scale gives.
    bit_rate_du_value_minus1|The highest bit rate for decoding units minus 1, in units that bit_rate_scale gives.
    cbr_flag|Whether the bit rate is constant.|0 variable, 1 constant
    =pic_parameter_set_rbsp|7.4.3.3.1|Picture parameter set: references, quantisation, tiles and filters of pictures.
    pps_pic_parameter_set_id|The number by which slices refer to this set.|0 to 63
    pps_seq_parameter_set_id|The sequence parameter set that this set refers to.|0 to 15
    dependent_slice_segments_enabled_flag|Whether slice segments may inherit the header of the one before.
    output_flag_present_flag|Whether slices have pic_output_flag.
    num_extra_slice_header_bits|The number of reserved bits in slice headers.|0 to 7
    sign_data_hiding_enabled_flag|Whether one sign of a block may be hidden in its coefficients.
    cabac_init_present_flag|Whether slices have cabac_init_flag.
    num_ref_idx_l0_default_active_minus1|The number of active entries of reference list 0 minus 1, where a slice does not say.|0 to 14
    num_ref_idx_l1_default_active_minus1|The number of active entries of reference list 1 minus 1, where a slice does not say.|0 to 14
    init_qp_minus26|The initial luma quantisation parameter of slices minus 26.|−(26 + QpBdOffset) to 25
    constrained_intra_pred_flag|Whether intra prediction does without samples of inter blocks, which limits the spread of errors.
    transform_skip_enabled_flag|Whether blocks may do without a transform.
    cu_qp_delta_enabled_flag|Whether the quantisation parameter may change within a slice.
    diff_cu_qp_delta_depth|The depth of the quadtree at which it may change.
    pps_cb_qp_offset|The offset from the luma to the Cb quantisation parameter.|−12 to 12
    pps_cr_qp_offset|The offset from the luma to the Cr quantisation parameter.|−12 to 12
    pps_slice_chroma_qp_offsets_present_flag|Whether slices have their own chroma offsets.
    weighted_pred_flag|Whether P slices have a table of prediction weights.
    weighted_bipred_flag|Whether B slices have a table of prediction weights.
    transquant_bypass_enabled_flag|Whether coding units may be lossless.
    tiles_enabled_flag|Whether pictures have more than one tile.
    entropy_coding_sync_enabled_flag|Whether CABAC restarts in each row of coding tree blocks: wavefronts.
    num_tile_columns_minus1|The number of tile columns minus 1.
    num_tile_rows_minus1|The number of tile rows minus 1.
    uniform_spacing_flag|Whether tiles are spread evenly.
    column_width_minus1|The width of a tile column minus 1, in coding tree blocks.
    row_height_minus1|The height of a tile row minus 1, in coding tree blocks.
    loop_filter_across_tiles_enabled_flag|Whether filters work across tile boundaries.
    pps_loop_filter_across_slices_enabled_flag|Whether filters work across the left and upper boundaries of slices.
    deblocking_filter_control_present_flag|Whether deblocking parameters follow.
    deblocking_filter_override_enabled_flag|Whether slices may override them.
    pps_deblocking_filter_disabled_flag|Whether the deblocking filter is off.
    pps_beta_offset_div2|The offset to beta of the deblocking filter, halved.|−6 to 6
    pps_tc_offset_div2|The offset to tC of the deblocking filter, halved.|−6 to 6
    pps_scaling_list_data_present_flag|Whether scaling lists of these pictures follow.
    lists_modification_present_flag|Whether slices may modify their reference lists.
    log2_parallel_merge_level_minus2|The size of regions whose merge candidates are derived in parallel, as a power of two, minus 2.
    slice_segment_header_extension_present_flag|Whether slice headers have extension bytes.
    pps_extension_present_flag|Whether extension flags follow.
    pps_range_extension_flag|Whether the format range extension follows.
    pps_multilayer_extension_flag|Whether the multilayer extension follows.
    pps_3d_extension_flag|Whether the 3D extension follows.
    pps_scc_extension_flag|Whether the screen content extension follows.
    pps_extension_4bits|Whether further extension data follows.|0
    pps_extension_data_flag|Extension bits that a decoder ignores.
    =pps_range_extension|7.4.3.3.2|Tools of the format range extensions.
    log2_max_transform_skip_block_size_minus2|The largest block without transform, as a power of two, minus 2.
    cross_component_prediction_enabled_flag|Whether chroma residuals are predicted from luma.
    chroma_qp_offset_list_enabled_flag|Whether coding units choose chroma offsets from a list.
    diff_cu_chroma_qp_offset_depth|The depth of the quadtree at which they choose.
    chroma_qp_offset_list_len_minus1|The length of the list minus 1.|0 to 5
    cb_qp_offset_list|A Cb offset.|−12 to 12
    cr_qp_offset_list|A Cr offset.|−12 to 12
    log2_sao_offset_scale_luma|The scale of luma sample adaptive offsets, as a power of two.
    log2_sao_offset_scale_chroma|The scale of chroma sample adaptive offsets, as a power of two.
    =pps_scc_extension|7.4.3.3.3|Tools for screen content.
    pps_curr_pic_ref_enabled_flag|Whether slices may refer to their own picture.
    residual_adaptive_colour_transform_enabled_flag|Whether residuals may be coded in another colour space.
    pps_slice_act_qp_offsets_present_flag|Whether slices have offsets for it.
    pps_act_y_qp_offset_plus5|The luma offset plus 5.|−7 to 17
    pps_act_cb_qp_offset_plus5|The Cb offset plus 5.|−7 to 17
    pps_act_cr_qp_offset_plus3|The Cr offset plus 3.|−9 to 15
    pps_palette_predictor_initializers_present_flag|Whether initial palette entries follow.
    pps_num_palette_predictor_initializers|The number of initial entries.
    monochrome_palette_flag|Whether entries have luma only.
    luma_bit_depth_entry_minus8|The bit depth of luma entries minus 8.
    chroma_bit_depth_entry_minus8|The bit depth of chroma entries minus 8.
    pps_palette_predictor_initializer|A component of an initial entry.
    """
}
