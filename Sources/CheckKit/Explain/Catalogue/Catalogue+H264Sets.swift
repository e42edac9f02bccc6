extension Catalogue {
  /// Parameter sets of H.264.
  static let h264SetText = """
    =seq_parameter_set_data|7.4.2.1.1|Sequence parameter set: size, format and coding tools of all pictures of a coded video sequence.
    profile_idc|The profile: the set of tools that a decoder must have.|66 Baseline, 77 Main, 88 Extended, 100 High, 110 High 10, 122 \
    High 4:2:2, 244 High 4:4:4 Predictive, 44 CAVLC 4:4:4, 83 and 86 SVC, 118 and 128 MVC
    constraint_set0_flag|Whether the stream obeys the constraints of the Baseline profile.
    constraint_set1_flag|Whether the stream obeys the constraints of the Main profile. With profile_idc 66: Constrained Baseline.
    constraint_set2_flag|Whether the stream obeys the constraints of the Extended profile.
    constraint_set3_flag|With profiles 66, 77 and 88 and level_idc 11: level 1b. With High profiles: intra only.
    constraint_set4_flag|With profiles 77, 88, 100 and 110: there are frames only.
    constraint_set5_flag|With profiles 77, 88 and 100: there are no B slices.
    reserved_zero_2bits|Reserved.|0
    level_idc|The level: limits of picture size, rate and buffers.|ten times the level number, 41 for 4.1; 9 is 1b in High profiles
    seq_parameter_set_id|The number by which picture parameter sets refer to this set.|0 to 31
    chroma_format_idc|The sampling of chroma relative to luma. 4:2:0 if absent.|0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4
    separate_colour_plane_flag|Whether the three colour components are coded like three monochrome pictures.
    bit_depth_luma_minus8|The bit depth of luma samples minus 8.|0 to 6
    bit_depth_chroma_minus8|The bit depth of chroma samples minus 8.|0 to 6
    qpprime_y_zero_transform_bypass_flag|Whether a quantisation parameter of 0 means lossless coding without transform.
    seq_scaling_matrix_present_flag|Whether scaling lists for quantisation follow. If not, all are flat.
    seq_scaling_list_present_flag|Whether this scaling list is coded. If not, a fall-back list takes its place.
    log2_max_frame_num_minus4|The number of bits of frame_num minus 4. Frame numbers count modulo MaxFrameNum, a power of two.|0 to 12
    pic_order_cnt_type|How the picture order count is derived.|0 coded bits in each slice; 1 from frame_num with a cycle of offsets; 2 \
    output order is decoding order
    log2_max_pic_order_cnt_lsb_minus4|The number of bits of pic_order_cnt_lsb minus 4.|0 to 12
    delta_pic_order_always_zero_flag|Whether slices have no delta_pic_order_cnt.
    offset_for_non_ref_pic|The picture order count offset of pictures that are not references.|−2^31 + 1 to 2^31 − 1
    offset_for_top_to_bottom_field|The picture order count of a bottom field minus that of the top field of its frame.|−2^31 + 1 to \
    2^31 − 1
    num_ref_frames_in_pic_order_cnt_cycle|The number of reference frames in a cycle of picture order count type 1.|0 to 255
    offset_for_ref_frame|The expected picture order count difference of a frame of the cycle.|−2^31 + 1 to 2^31 − 1
    max_num_ref_frames|The number of reference frames that the decoder holds, short-term and long-term together.|0 to MaxDpbFrames, at \
    most 16
    gaps_in_frame_num_value_allowed_flag|Whether frame numbers may be skipped, as in temporal scalability, without a loss.
    pic_width_in_mbs_minus1|The width in macroblocks of 16 luma samples, minus 1.
    pic_height_in_map_units_minus1|The height in slice group map units minus 1: macroblock rows of a frame, or of a field if \
    frame_mbs_only_flag is 0.
    frame_mbs_only_flag|Whether all pictures are frames with frame macroblocks. If not, fields are possible.
    mb_adaptive_frame_field_flag|Whether macroblock pairs of a frame may switch between frame and field coding (MBAFF).
    direct_8x8_inference_flag|How motion vectors of direct prediction are derived: from the corners of 8x8 blocks if 1.|1 if \
    frame_mbs_only_flag is 0
    frame_cropping_flag|Whether cropping offsets follow.
    frame_crop_left_offset|Columns cut off at the left, in units of CropUnitX.|2 luma samples for 4:2:0 and 4:2:2, else 1
    frame_crop_right_offset|Columns cut off at the right, in units of CropUnitX.|2 luma samples for 4:2:0 and 4:2:2, else 1
    frame_crop_top_offset|Rows cut off at the top, in units of CropUnitY.|4:2:0: 2 luma samples, doubled if fields are possible
    frame_crop_bottom_offset|Rows cut off at the bottom, in units of CropUnitY.|4:2:0: 2 luma samples, doubled if fields are possible
    vui_parameters_present_flag|Whether video usability information follows: aspect ratio, colour, timing, reordering.
    =scaling_list|7.4.2.1.1.1|A scaling list: weights of transform coefficients in quantisation, coded as differences.
    delta_scale|The difference from the last weight, modulo 256. A sum of 0 at the first place selects the default list, later it \
    repeats the last weight.|−128 to 127
    =seq_parameter_set_extension_rbsp|7.4.2.1.2|Sequence parameter set extension: auxiliary pictures such as alpha.
    seq_parameter_set_id|The sequence parameter set that is extended.|0 to 31
    aux_format_idc|What auxiliary pictures are for.|0 there are none, 1 alpha with premultiplied pictures to be blended, 2 alpha with \
    pictures that are not premultiplied, 3 unspecified
    bit_depth_aux_minus8|The bit depth of auxiliary samples minus 8.|0 to 4
    alpha_incr_flag|Whether larger alpha samples are increased by 1 before blending.
    alpha_opaque_value|The alpha sample that means opaque.
    alpha_transparent_value|The alpha sample that means transparent.
    additional_extension_flag|Reserved for further data.|0
    =subset_seq_parameter_set_rbsp|7.4.2.1.3|Subset sequence parameter set: of scalable layers or further views.
    svc_vui_parameters_present_flag|Whether VUI of scalable operation points follows.
    bit_equal_to_one|A marker bit.|1
    mvc_vui_parameters_present_flag|Whether VUI of multiview operation points follows.
    seq_parameter_set_depth_extension|Depth extensions, kept as bits.
    additional_extension2_flag|Whether more extension bits follow.|0
    additional_extension2_data_flag|Extension bits that a decoder ignores.
    =seq_parameter_set_svc_extension|F.7.4.2.1.4|Parameters of scalable layers.
    inter_layer_deblocking_filter_control_present_flag|Whether slices control the deblocking filter of inter-layer prediction.
    extended_spatial_scalability_idc|Where the geometry of resampling is coded.|0 nowhere, 1 in this set, 2 in slices
    chroma_phase_x_plus1_flag|The horizontal phase of chroma samples, in half samples.
    chroma_phase_y_plus1|The vertical phase of chroma samples plus 1, in half samples.|0 to 2
    seq_ref_layer_chroma_phase_x_plus1_flag|The horizontal chroma phase of the reference layer.
    seq_ref_layer_chroma_phase_y_plus1|The vertical chroma phase of the reference layer plus 1.|0 to 2
    seq_scaled_ref_layer_left_offset|The left offset of the scaled reference layer picture, in two luma samples.|−2^15 to 2^15 − 1
    seq_scaled_ref_layer_top_offset|The top offset of the scaled reference layer picture, in two luma samples.|−2^15 to 2^15 − 1
    seq_scaled_ref_layer_right_offset|The right offset of the scaled reference layer picture, in two luma samples.|−2^15 to 2^15 − 1
    seq_scaled_ref_layer_bottom_offset|The bottom offset of the scaled reference layer picture, in two luma samples.|−2^15 to 2^15 − 1
    seq_tcoeff_level_prediction_flag|Whether transform coefficient levels may be predicted from the layer below.
    adaptive_tcoeff_level_prediction_flag|Whether slices switch that prediction.
    slice_header_restriction_flag|Whether slice headers leave out elements.
    =svc_vui_parameters_extension|F.14.2.1|Timing of scalable operation points.
    vui_ext_num_entries_minus1|The number of operation points minus 1.|0 to 1023
    vui_ext_dependency_id|The highest dependency_id of the operation point.|0 to 7
    vui_ext_quality_id|The highest quality_id of the operation point.|0 to 15
    vui_ext_temporal_id|The highest temporal_id of the operation point.|0 to 7
    vui_ext_timing_info_present_flag|Whether timing of the operation point follows.
    vui_ext_num_units_in_tick|As num_units_in_tick, for the operation point.|not 0
    vui_ext_time_scale|As time_scale, for the operation point.|not 0
    vui_ext_fixed_frame_rate_flag|As fixed_frame_rate_flag, for the operation point.
    vui_ext_nal_hrd_parameters_present_flag|Whether NAL HRD parameters follow.
    vui_ext_vcl_hrd_parameters_present_flag|Whether VCL HRD parameters follow.
    vui_ext_low_delay_hrd_flag|As low_delay_hrd_flag, for the operation point.
    vui_ext_pic_struct_present_flag|As pic_struct_present_flag, for the operation point.
    =seq_parameter_set_mvc_extension|G.7.4.2.1.4|Views, the references between them, and levels of operation points.
    num_views_minus1|The number of views minus 1.|0 to 1023
    view_id|The view at this place of the decoding order.|0 to 1023
    num_anchor_refs_l0|The number of views that anchor pictures of the view refer to, list 0.|0 to 15
    anchor_ref_l0|A view that anchor pictures refer to, list 0.|0 to 1023
    num_anchor_refs_l1|The number of views that anchor pictures of the view refer to, list 1.|0 to 15
    anchor_ref_l1|A view that anchor pictures refer to, list 1.|0 to 1023
    num_non_anchor_refs_l0|The number of views that other pictures of the view refer to, list 0.|0 to 15
    non_anchor_ref_l0|A view that other pictures refer to, list 0.|0 to 1023
    num_non_anchor_refs_l1|The number of views that other pictures of the view refer to, list 1.|0 to 15
    non_anchor_ref_l1|A view that other pictures refer to, list 1.|0 to 1023
    num_level_values_signalled_minus1|The number of levels minus 1.|0 to 63
    level_idc|A level, as in the sequence parameter set.
    num_applicable_ops_minus1|The number of operation points of the level minus 1.|0 to 1023
    applicable_op_temporal_id|The highest temporal layer of the operation point.|0 to 7
    applicable_op_num_target_views_minus1|The number of target views of the operation point minus 1.|0 to 1023
    applicable_op_target_view_id|A target view of the operation point.|0 to 1023
    applicable_op_num_views_minus1|The number of views needed to decode the operation point, minus 1.|0 to 1023
    mfc_format_idc|How two views are packed into one picture of the base.|0 side by side, 1 top and bottom, 2 not
    default_grid_position_flag|Whether the sampling grids of the views have their default places.
    view0_grid_position_x|The horizontal place of the sampling grid of view 0.|0 to 15
    view0_grid_position_y|The vertical place of the sampling grid of view 0.|0 to 15
    view1_grid_position_x|The horizontal place of the sampling grid of view 1.|0 to 15
    view1_grid_position_y|The vertical place of the sampling grid of view 1.|0 to 15
    rpu_filter_enabled_flag|Whether the reference processing unit filters.
    rpu_field_processing_flag|Whether the reference processing unit works on fields.
    =mvc_vui_parameters_extension|G.14.2.1|Timing of multiview operation points.
    vui_mvc_num_ops_minus1|The number of operation points minus 1.|0 to 1023
    vui_mvc_temporal_id|The highest temporal layer of the operation point.|0 to 7
    vui_mvc_num_target_output_views_minus1|The number of target views minus 1.|0 to 1023
    vui_mvc_view_id|A target view.|0 to 1023
    vui_mvc_timing_info_present_flag|Whether timing of the operation point follows.
    vui_mvc_num_units_in_tick|As num_units_in_tick, for the operation point.|not 0
    vui_mvc_time_scale|As time_scale, for the operation point.|not 0
    vui_mvc_fixed_frame_rate_flag|As fixed_frame_rate_flag, for the operation point.
    vui_mvc_nal_hrd_parameters_present_flag|Whether NAL HRD parameters follow.
    vui_mvc_vcl_hrd_parameters_present_flag|Whether VCL HRD parameters follow.
    vui_mvc_low_delay_hrd_flag|As low_delay_hrd_flag, for the operation point.
    vui_mvc_pic_struct_present_flag|As pic_struct_present_flag, for the operation point.
    =vui_parameters|E.2.1|Video usability information: how to display the pictures, when, and what decoders need. Decoding does not \
    depend on it.
    aspect_ratio_info_present_flag|Whether a sample aspect ratio follows.
    aspect_ratio_idc|The sample aspect ratio (Table E-1).|0 unspecified, 1 1:1, 2 12:11, 3 10:11, 4 16:11, 5 40:33, 14 4:3, 15 3:2, 16 \
    2:1, 255 sar_width:sar_height
    sar_width|The horizontal size of the sample aspect ratio, in any unit.|0 unspecified
    sar_height|The vertical size of the sample aspect ratio, in the same unit.|0 unspecified
    overscan_info_present_flag|Whether overscan_appropriate_flag follows.
    overscan_appropriate_flag|Whether the edges of the pictures may be hidden by overscan.
    video_signal_type_present_flag|Whether format, range and colour follow.
    video_format|The system that the video comes from (Table E-2).|0 component, 1 PAL, 2 NTSC, 3 SECAM, 4 MAC, 5 unspecified
    video_full_range_flag|Whether samples use the full range of values.|0 limited (16 to 235 for 8-bit luma), 1 full
    colour_description_present_flag|Whether primaries, transfer and matrix follow.
    colour_primaries|The chromaticities of the primaries and the white point (Table E-3).|1 BT.709, 2 unspecified, 5 and 6 BT.601, 9 \
    BT.2020, 12 P3-D65
    transfer_characteristics|The function between light and sample values (Table E-4).|1, 6, 14 and 15 BT.709 curve, 2 unspecified, 13 \
    sRGB, 16 PQ, 18 HLG
    matrix_coefficients|The matrix between RGB and the samples (Table E-5).|0 RGB, 1 BT.709, 2 unspecified, 5 and 6 BT.601, 9 BT.2020
    chroma_loc_info_present_flag|Whether the places of chroma samples follow.
    chroma_sample_loc_type_top_field|Where chroma samples lie in the top field or the frame (Figure E-1).|0 left, 1 centre, 2 top left, \
    3 top, 4 bottom left, 5 bottom
    chroma_sample_loc_type_bottom_field|Where chroma samples lie in the bottom field.|0 to 5
    timing_info_present_flag|Whether the clock tick follows.
    num_units_in_tick|The number of units of time_scale in a clock tick. A field lasts one tick, a frame two.|not 0
    time_scale|The number of time units in a second.|not 0; frame rate is time_scale / (2 × num_units_in_tick) if fixed
    fixed_frame_rate_flag|Whether the distance between pictures in output order is constant.
    nal_hrd_parameters_present_flag|Whether buffer parameters that count all NAL units follow.
    vcl_hrd_parameters_present_flag|Whether buffer parameters that count VCL and filler units only follow.
    low_delay_hrd_flag|Whether large pictures may arrive later than their removal time.
    pic_struct_present_flag|Whether picture timing messages have pic_struct.
    bitstream_restriction_flag|Whether restrictions of the stream follow.
    motion_vectors_over_pic_boundaries_flag|Whether prediction may use samples outside of the picture.
    max_bytes_per_pic_denom|The limit of bytes in a picture, as a fraction of the raw size.|0 no limit, to 16
    max_bits_per_mb_denom|The limit of bits in a macroblock.|0 no limit, to 16
    log2_max_mv_length_horizontal|The limit of horizontal motion vectors, in quarter samples, as a power of two.|0 to 15
    log2_max_mv_length_vertical|The limit of vertical motion vectors, in quarter samples, as a power of two.|0 to 15
    max_num_reorder_frames|The number of frames that may precede any frame in decoding order and follow it in output order.|0 to \
    max_dec_frame_buffering
    max_dec_frame_buffering|The size of the decoded picture buffer that the stream needs, in frames.|max_num_ref_frames to MaxDpbFrames
    =hrd_parameters|E.2.2|The buffer model (hypothetical reference decoder) that the stream conforms to.
    cpb_cnt_minus1|The number of alternative bit rates and buffer sizes minus 1.|0 to 31
    bit_rate_scale|The unit of bit_rate_value_minus1: 2^(6 + scale) bits per second.|0 to 15
    cpb_size_scale|The unit of cpb_size_value_minus1: 2^(4 + scale) bits.|0 to 15
    bit_rate_value_minus1|The highest input bit rate minus 1, in units that bit_rate_scale gives.|0 to 2^32 − 2, ascending
    cpb_size_value_minus1|The size of the coded picture buffer minus 1, in units that cpb_size_scale gives.|0 to 2^32 − 2
    cbr_flag|Whether the bit rate is constant.|0 variable, 1 constant
    initial_cpb_removal_delay_length_minus1|The number of bits of initial_cpb_removal_delay minus 1.|0 to 31
    cpb_removal_delay_length_minus1|The number of bits of cpb_removal_delay minus 1.|0 to 31
    dpb_output_delay_length_minus1|The number of bits of dpb_output_delay minus 1.|0 to 31
    time_offset_length|The number of bits of time_offset.|0 to 31
    =pic_parameter_set_rbsp|7.4.2.2|Picture parameter set: entropy coding, references, quantisation and slice groups of pictures.
    pic_parameter_set_id|The number by which slices refer to this set.|0 to 255
    seq_parameter_set_id|The sequence parameter set that this set refers to.|0 to 31
    entropy_coding_mode_flag|The entropy coding of macroblocks.|0 CAVLC, 1 CABAC
    bottom_field_pic_order_in_frame_present_flag|Whether slices of frames code the picture order count of the bottom field too.
    num_slice_groups_minus1|The number of slice groups minus 1. More than one is flexible macroblock ordering.|0 to 7
    slice_group_map_type|How macroblocks belong to slice groups.|0 interleaved, 1 dispersed, 2 foreground and left-over, 3 to 5 \
    changing, 6 explicit
    run_length_minus1|The length of a run of map units of the slice group, minus 1.
    top_left|The first map unit of a foreground rectangle.
    bottom_right|The last map unit of a foreground rectangle.
    slice_group_change_direction_flag|The direction in which slice groups of types 3 to 5 grow.
    slice_group_change_rate_minus1|The number of map units by which the group can change from picture to picture, minus 1.
    pic_size_in_map_units_minus1|The number of map units minus 1, as the sequence parameter set gives it.
    slice_group_id|The slice group of the map unit.|0 to num_slice_groups_minus1
    num_ref_idx_l0_default_active_minus1|The number of active entries of reference list 0 minus 1, where a slice does not say.|0 to 31
    num_ref_idx_l1_default_active_minus1|The number of active entries of reference list 1 minus 1, where a slice does not say.|0 to 31
    weighted_pred_flag|Whether P and SP slices have a table of prediction weights.
    weighted_bipred_idc|How B slices weight their predictions.|0 equally, 1 by a table, 2 by distance
    pic_init_qp_minus26|The initial luma quantisation parameter of slices minus 26.|−(26 + 6 × bit_depth_luma_minus8) to 25
    pic_init_qs_minus26|The initial quantisation parameter of SP and SI macroblocks minus 26.|−26 to 25
    chroma_qp_index_offset|The offset from the luma to the Cb quantisation parameter, and to Cr without its own.|−12 to 12
    deblocking_filter_control_present_flag|Whether slices control the deblocking filter.
    constrained_intra_pred_flag|Whether intra prediction does without samples of inter macroblocks, which limits the spread of errors.
    redundant_pic_cnt_present_flag|Whether slices have redundant_pic_cnt.
    transform_8x8_mode_flag|Whether macroblocks may use the 8x8 transform.
    pic_scaling_matrix_present_flag|Whether scaling lists of these pictures follow.
    pic_scaling_list_present_flag|Whether this scaling list is coded. If not, a fall-back list takes its place.
    second_chroma_qp_index_offset|The offset from the luma to the Cr quantisation parameter.|−12 to 12
    """
}
