extension Catalogue {
  /// SEI messages of H.265.
  static let hevcMessageText = """
    =active_parameter_sets|D.3.21|Active parameter sets.
    active_video_parameter_set_id|The active video parameter set, 0 to 15.
    self_contained_cvs_flag|Whether each random access point includes all parameter sets it needs.
    no_parameter_set_update_flag|Whether parameter sets are never updated.
    num_sps_ids_minus1|The number of active sequence parameter sets minus 1, 0 to 15.
    active_seq_parameter_set_id|An active sequence parameter set, 0 to 15.
    layer_sps_idx|The place in the list of the sequence parameter set of the layer.
    =alpha_channel_info|F.14.3.8|Alpha channel information: interpretation of auxiliary alpha pictures.
    alpha_channel_cancel_flag|Whether the message only ends the effect of earlier ones.
    alpha_channel_use_idc|What alpha is for: 0 the primary picture is to be multiplied by it, 1 it is premultiplied already, 2 \
    unspecified.
    alpha_channel_bit_depth_minus8|The bit depth of alpha samples minus 8, 0 to 7.
    alpha_transparent_value|The sample value for transparent.
    alpha_opaque_value|The sample value for opaque.
    alpha_channel_incr_flag|Whether interpreted alpha samples are incremented by 1.
    alpha_channel_clip_flag|Whether interpreted alpha samples are clipped.
    alpha_channel_clip_type_flag|How they are clipped.
    =buffering_period|D.3.2|Buffering period: the initial CPB removal delays.
    bp_seq_parameter_set_id|The id of the sequence parameter set whose HRD parameters apply, 0 to 15.
    irap_cpb_params_present_flag|Whether alternative delays for streams without leading pictures follow.
    cpb_delay_offset|The offset of removal times with the alternative delays, in clock ticks.
    dpb_delay_offset|The offset of output times with the alternative delays, in clock ticks.
    concatenation_flag|Whether the removal time is relative to the preceding bitstream, for concatenation.
    au_cpb_removal_delay_delta_minus1|Clock ticks between the first picture of this period and the previous picture, minus 1.
    nal_initial_cpb_removal_delay|The delay until removal of the first picture in the NAL buffer model, in units of a 90 kHz clock.
    nal_initial_cpb_removal_offset|The offset to that delay; their sum is constant.
    nal_initial_alt_cpb_removal_delay|The alternative delay in the NAL buffer model, in units of a 90 kHz clock.
    nal_initial_alt_cpb_removal_offset|The offset to that delay; their sum is constant.
    vcl_initial_cpb_removal_delay|The delay until removal of the first picture in the VCL buffer model, in units of a 90 kHz clock.
    vcl_initial_cpb_removal_offset|The offset to that delay; their sum is constant.
    vcl_initial_alt_cpb_removal_delay|The alternative delay in the VCL buffer model, in units of a 90 kHz clock.
    vcl_initial_alt_cpb_removal_offset|The offset to that delay; their sum is constant.
    use_alt_cpb_params_flag|Whether the alternative delays apply.
    =content_colour_volume|D.3.40|Content colour volume: the colours used by the pictures.
    ccv_cancel_flag|Whether the message only ends the effect of earlier ones.
    ccv_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    ccv_primaries_present_flag|Whether primaries follow.
    ccv_min_luminance_value_present_flag|Whether the minimum luminance follows.
    ccv_max_luminance_value_present_flag|Whether the maximum luminance follows.
    ccv_avg_luminance_value_present_flag|Whether the average luminance follows.
    ccv_reserved_zero_2bits|Reserved: 0.
    ccv_primaries_x|The chromaticity x of a primary in units of 0.00002.
    ccv_primaries_y|The chromaticity y of a primary in units of 0.00002.
    ccv_min_luminance_value|The minimum luminance, in units of 0.0000001 cd/m².
    ccv_max_luminance_value|The maximum luminance, in units of 0.0000001 cd/m².
    ccv_avg_luminance_value|The average luminance, in units of 0.0000001 cd/m².
    =decoded_picture_hash|D.3.19|Decoded picture hash for verification of decoded samples.
    hash_type|The kind of hash: 0 MD5, 1 CRC, 2 check sum.
    picture_md5|A byte of the MD5 sum of a colour component.
    picture_crc|The CRC of a colour component.
    picture_checksum|The check sum of a colour component.
    =decoding_unit_info|D.3.22|Decoding unit information: removal and output times of a decoding unit.
    decoding_unit_idx|The index of the decoding unit in the picture.
    du_spt_cpb_removal_delay_increment|The time of removal of the decoding unit, in sub-picture ticks.
    dpb_output_du_delay_present_flag|Whether the output delay follows.
    pic_spt_dpb_output_du_delay|The delay until output of the picture, in sub-picture ticks.
    =display_orientation|D.3|Display orientation: rotation and flips to apply before display.
    display_orientation_cancel_flag|Whether the message only ends the effect of earlier ones.
    hor_flip|Whether to flip horizontally.
    ver_flip|Whether to flip vertically.
    anticlockwise_rotation|Anticlockwise rotation in units of 1/65536 turn.
    display_orientation_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    =film_grain_characteristics|D.3|Film grain characteristics: film grain to synthesise in the decoded pictures.
    film_grain_characteristics_cancel_flag|Whether the message only ends the effect of earlier ones.
    film_grain_model_id|The grain model: 0 frequency filtering, 1 autoregression.
    separate_colour_description_present_flag|Whether the grain has its own colour description.
    film_grain_bit_depth_luma_minus8|The luma bit depth of the grain minus 8, 0 to 7.
    film_grain_bit_depth_chroma_minus8|The chroma bit depth of the grain minus 8, 0 to 7.
    film_grain_full_range_flag|As video_full_range_flag of the VUI.
    film_grain_colour_primaries|As colour_primaries of the VUI.
    film_grain_transfer_characteristics|As transfer_characteristics of the VUI.
    film_grain_matrix_coeffs|As the matrix of the VUI.
    film_grain_characteristics_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    =frame_packing_arrangement|D.3|Frame packing arrangement: how stereo views are packed into frames.
    frame_packing_arrangement_id|Identifies the usage of the arrangement.
    frame_packing_arrangement_cancel_flag|Whether the message only ends the effect of earlier ones.
    frame_packing_arrangement_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    upsampled_aspect_ratio_flag|Whether the VUI sample aspect ratio applies to the separated views.
    =green_metadata|D.3.18|Green metadata for decoder power saving (ISO/IEC 23001-11).
    green_metadata_type|The kind of metadata: 0 complexity, 1 quality.
    period_type|The period that the metrics are about: 0 one picture, 1 up to the next intra picture, 2 some seconds, 3 some pictures.
    num_seconds|The length of the period in seconds.
    num_pictures|The length of the period in pictures.
    portion_bytes|Metrics of the period.
    xsd_metric_type|The quality metric.
    xsd_metric_value|The metric value.
    =knee_function_info|D.3.32|Knee function information: piecewise linear luminance mapping for displays with a different dynamic range.
    knee_function_id|Identifies the usage of the mapping.
    knee_function_cancel_flag|Whether the message only ends the effect of earlier ones.
    knee_function_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    input_d_range|Input peak luminance, in units of 0.1 %.
    input_disp_luminance|Display luminance for the input, in cd/m².
    output_d_range|Output peak luminance, in units of 0.1 %.
    output_disp_luminance|Display luminance for the output, in cd/m².
    num_knee_points_minus1|The number of knee points minus 1, 0 to 998.
    input_knee_point|The input luminance of a knee point, in units of 0.1 %.
    output_knee_point|The output luminance of a knee point, in units of 0.1 %.
    =no_display|D.3.26|No display: the picture must not be displayed. The message has no elements.
    =pan_scan_rect|D.3|Pan-scan rectangles for displays with a different aspect ratio.
    pan_scan_rect_id|Identifies the usage of the rectangles.
    pan_scan_rect_cancel_flag|Whether the message only ends the effect of earlier ones.
    pan_scan_rect_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    =pic_timing|D.3.3|Picture timing: picture structure, and CPB removal and DPB output delays.
    pic_struct|How the picture is shown: frame, field, fields in either order, repeated fields, doubled or tripled frame.
    source_scan_type|The scan of the source: 0 interlaced, 1 progressive, 2 unknown.
    duplicate_flag|Whether the picture is a duplicate of the previous one.
    au_cpb_removal_delay_minus1|Clock ticks since the previous picture or since the start of the buffering period, minus 1.
    pic_dpb_output_delay|Clock ticks until output.
    pic_dpb_output_du_delay|Sub-ticks until output; present if decoding units can be removed individually.
    num_decoding_units_minus1|The number of decoding units minus 1.
    du_common_cpb_removal_delay_flag|Whether all decoding units have the same distance.
    du_common_cpb_removal_delay_increment_minus1|That distance in sub-picture ticks minus 1.
    num_nalus_in_du_minus1|The number of NAL units of the decoding unit minus 1.
    du_cpb_removal_delay_increment_minus1|The sub-ticks to the next decoding unit minus 1.
    =picture_snapshot|D.3|Picture snapshot: the picture is a still-image snapshot.
    snapshot_id|Identifies the snapshot.
    =progressive_refinement_segment_start|D.3|Start of a progressive refinement segment: the following pictures refine the quality of \
    this one.
    progressive_refinement_id|Identifies the segment.
    pic_order_cnt_delta|The picture order count distance to the end of the segment, 0 if unknown.
    =recovery_point|D.3|Recovery point: when output is correct after decoding starts here.
    recovery_poc_cnt|The picture order count distance to the recovery point.
    exact_match_flag|Whether pictures match exactly from the recovery point on.
    broken_link_flag|Whether pictures before the recovery point may contain severe visual artefacts.
    =region_refresh_info|D.3|Region refresh information: whether the following slices belong to the refreshed region.
    refreshed_region_flag|Whether the following slices belong to the refreshed region.
    =sei_message|7.3.5|An SEI message.
    last_payload_type_byte|The kind of message; bytes of 0xFF before it count 255 each.
    last_payload_size_byte|The number of bytes of the message; bytes of 0xFF before it count 255 each.
    ff_byte|A byte 0xFF that adds 255 to the payload type or size; of filler_payload, padding.
    =sei_rbsp|7.3.2.4|Supplemental enhancement information: messages that are not required for decoding.
    =scene_info|D.3|Scene information: scenes and transitions.
    scene_info_present_flag|Whether the elements of the scene follow.
    prev_scene_id_valid_flag|Whether the picture before this one is known to be of the scene before.
    scene_id|Identifies the scene.
    scene_transition_type|The transition: 0 none, 1 fade to black, 2 fade from black, 3 from or to another colour, 4 dissolve, 5 wipe, \
    6 other.
    second_scene_id|The next scene, of a transition between scenes.
    =structure_of_pictures_info|D.3.20|Structure of pictures information: the following pictures in decoding order, as a group.
    sop_seq_parameter_set_id|The sequence parameter set, 0 to 15.
    num_entries_in_sop_minus1|The number of pictures of the group minus 1, 0 to 1023.
    sop_vcl_nut|The NAL unit type of the picture.
    sop_temporal_id|The temporal sub-layer of the picture.
    sop_short_term_rps_idx|The short-term reference picture set of the picture.
    sop_poc_delta|The picture order count minus that of the picture before it in the list.
    =temporal_sub_layer_zero_index|D.3|Temporal sub-layer zero index: a counter of lowest sub-layer pictures, for loss detection.
    temporal_sub_layer_zero_idx|The counter of lowest sub-layer pictures.
    irap_pic_id|Distinguishes IRAP pictures.
    =time_code|D.3.27|Time codes of a picture's frame or fields.
    num_clock_ts|The number of clock timestamps, 1 to 3.
    clock_timestamp_flag|Whether a clock timestamp follows.
    units_field_based_flag|Whether n_frames is based on field durations.
    counting_type|The method of dropping n_frames counts, 0 to 6.
    full_timestamp_flag|Whether hours, minutes and seconds are all present.
    discontinuity_flag|Whether there may be a discontinuity from the previous time code.
    cnt_dropped_flag|Whether n_frames counts were skipped.
    n_frames|The number of the frame within the second.
    seconds_flag|Whether seconds_value follows.
    seconds_value|The seconds of the timestamp, 0 to 59.
    minutes_flag|Whether minutes_value follows.
    minutes_value|The minutes of the timestamp, 0 to 59.
    hours_flag|Whether hours_value follows.
    hours_value|The hours of the timestamp, 0 to 23.
    time_offset_length|The number of bits of time_offset_value.
    time_offset_value|The offset of the time in clock ticks.
    =tone_mapping_info|D.3|Tone mapping information: sample remapping for displays with lower dynamic range.
    tone_map_id|Identifies the usage of the mapping.
    tone_map_cancel_flag|Whether the message only ends the effect of earlier ones.
    tone_map_persistence_flag|Whether it applies until cancelled or replaced, or only to this picture.
    camera_iso_speed_idc|The ISO speed of the camera, as an index; 255 for camera_iso_speed_value.
    camera_iso_speed_value|The ISO speed of the camera.
    exposure_idx_idc|The exposure index, as an index; 255 for exposure_idx_value.
    exposure_idx_value|The exposure index.
    exposure_compensation_value_sign_flag|Whether the exposure compensation is negative.
    exposure_compensation_value_numerator|The numerator of the exposure compensation.
    exposure_compensation_value_denom_idc|The denominator of the exposure compensation.
    ref_screen_luminance_white|The luminance of reference white, in cd/m².
    extended_range_white_level|The luminance of extended white, in percent of reference white.
    nominal_black_level_code_value|The code value of nominal black.
    nominal_white_level_code_value|The code value of nominal white.
    extended_white_level_code_value|The code value of extended white.
    =post_filter_hint|Annex D|Coefficients of a filter to apply before display.
    =scalable_nesting|Annex D|Messages that apply to some layers or sub-layers only.
    =segmented_rect_frame_packing_arrangement|Annex D|A frame packing with a base view and the rest in segments.
    =temporal_motion_constrained_tile_sets|Annex D|Tile sets whose prediction stays within them.
    =chroma_resampling_filter_hint|Annex D|Filters between chroma formats.
    =colour_remapping_info|Annex D|A mapping of colours for displays of another colour volume.
    =deinterlaced_field_identification|Annex D|The picture was deinterlaced, from these fields.
    =dependent_rap_indication|Annex D|The picture depends on the last IRAP picture only: decoding can start there and go on here.
    =coded_region_completion|Annex D|Marks the end of a region of slices.
    =equirectangular_projection|Annex D|The pictures are equirectangular projections of a sphere.
    =cubemap_projection|Annex D|The pictures are cubemap projections of a sphere.
    =fisheye_video_info|Annex D|Circular pictures of fisheye lenses and their parameters.
    =sphere_rotation|Annex D|The rotation of the sphere.
    =regionwise_packing|Annex D|How regions of the projection are packed into the picture.
    =omni_viewport|Annex D|Viewports recommended for display.
    =regional_nesting|Annex D|Messages that apply to regions of the picture.
    =mcts_extraction_info_sets|Annex D|How to extract tile sets as streams of their own.
    =mcts_extraction_info_nesting|Annex D|Messages that apply to extracted tile sets.
    =layers_not_present|Annex F|Layers that have been removed.
    =inter_layer_constrained_tile_sets|Annex F|Tile sets whose inter-layer prediction stays within them.
    =bsp_nesting|Annex F|Messages that apply to partitions of the stream.
    =bsp_initial_arrival_time|Annex F|When partitions arrive first.
    =sub_bitstream_property|Annex F|Bit rates of sub-streams.
    =overlay_info|Annex F|Layers that are laid over others for display.
    =temporal_mv_prediction_constraints|Annex F|Limits of motion vector prediction between layers.
    =frame_field_info|Annex F|Frame and field information of a layer.
    =three_dimensional_reference_displays_info|Annex G|Displays and viewing distances that the views are made for.
    =depth_representation_info|Annex G|How depth samples are to be understood.
    =multiview_scene_info|Annex G|The largest disparity between views.
    =multiview_acquisition_info|Annex G|Parameters of the cameras of the views.
    =multiview_view_position|Annex G|The order of the views from left to right.
    =alternative_depth_info|Annex I|Other depth representations, such as global view and depth.
    =sei_manifest|Annex D|Which messages the stream has, and which it needs.
    =sei_prefix_indication|Annex D|The first bits of messages that occur.
    =annotated_regions|Annex D|Objects in the picture and their labels.
    =shutter_interval_info|Annex D|How long the shutter is open, for display at other rates.
    =nn_post_filter_characteristics|Annex D|A neural network that may be applied to decoded pictures.
    =nn_post_filter_activation|Annex D|The neural network to apply to the picture.
    =phase_indication|Annex D|The phase of a picture relative to the one that it was resampled from.
    """
}
