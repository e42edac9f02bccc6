extension Catalogue {
  /// SEI messages of H.264.
  static let h264MessageText = """
    =buffering_period|D.2.2|Buffering period: the initial CPB removal delays of the picture that follows.
    seq_parameter_set_id|The sequence parameter set in use from here on, 0 to 31.
    initial_cpb_removal_delay|The delay until removal of the first picture, in units of a 90 kHz clock, not 0.
    initial_cpb_removal_delay_offset|The offset to that delay, in units of a 90 kHz clock.
    =deblocking_filter_display_preference|D.2.22|Deblocking filter display preference: whether pictures should be displayed before \
    deblocking.
    deblocking_display_preference_cancel_flag|Whether the message only ends the effect of earlier ones.
    display_prior_to_deblocking_preferred_flag|Whether display before deblocking is preferred.
    dec_frame_buffering_constraint_flag|Whether this must not require more frame buffers than the sequence specifies.
    deblocking_display_preference_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, \
    else to pictures within this distance, to 16384.
    =dec_ref_pic_marking_repetition|D.2.9|Repetition of the reference picture marking of an earlier picture, for error resilience.
    original_idr_flag|Whether the original picture is an IDR picture.
    original_frame_num|frame_num of the original picture.
    original_field_pic_flag|Whether the original picture is a field.
    original_bottom_field_flag|Whether the original picture is a bottom field.
    =display_orientation|D.2.27|Display orientation: rotation and flips to apply before display.
    display_orientation_cancel_flag|Whether the message only ends the effect of earlier ones.
    hor_flip|Whether to flip horizontally.
    ver_flip|Whether to flip vertically.
    anticlockwise_rotation|Anticlockwise rotation in units of 1/65536 turn.
    display_orientation_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else to \
    pictures within this distance, to 16384.
    display_orientation_extension_flag|Reserved: 0.
    =film_grain_characteristics|D.2.21|Film grain characteristics: film grain to synthesise in the decoded pictures.
    film_grain_characteristics_cancel_flag|Whether the message only ends the effect of earlier ones.
    film_grain_model_id|The grain model: 0 frequency filtering, 1 autoregression.
    separate_colour_description_present_flag|Whether the grain has its own colour description.
    film_grain_bit_depth_luma_minus8|The luma bit depth of the grain minus 8, 0 to 7.
    film_grain_bit_depth_chroma_minus8|The chroma bit depth of the grain minus 8, 0 to 7.
    film_grain_full_range_flag|As video_full_range_flag of the VUI.
    film_grain_colour_primaries|As colour_primaries of the VUI.
    film_grain_transfer_characteristics|As transfer_characteristics of the VUI.
    film_grain_matrix_coefficients|As the matrix of the VUI.
    film_grain_characteristics_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else \
    to pictures within this distance, to 16384.
    =frame_packing_arrangement|D.2.26|Frame packing arrangement: how stereo views are packed into frames.
    frame_packing_arrangement_id|Identifies the usage of the arrangement.
    frame_packing_arrangement_cancel_flag|Whether the message only ends the effect of earlier ones.
    frame_packing_arrangement_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else \
    to pictures within this distance, to 16384.
    frame_packing_arrangement_extension_flag|Reserved: 0.
    =full_frame_freeze|D.2.15|Full-frame freeze: the previously displayed picture stays on display.
    full_frame_freeze_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else to \
    pictures within this distance, to 16384.
    =full_frame_freeze_release|D.2.16|Full-frame freeze release: ends a freeze.
    =full_frame_snapshot|D.2.17|Full-frame snapshot: the picture is a still-image snapshot.
    snapshot_id|Identifies the snapshot.
    =green_metadata|D.2.28|Green metadata for decoder power saving (ISO/IEC 23001-11).
    green_metadata_type|The kind of metadata: 0 complexity, 1 quality.
    period_type|The period that the metrics are about: 0 one picture, 1 up to the next intra picture, 2 some seconds, 3 some pictures.
    num_seconds|The length of the period in seconds.
    num_pictures|The length of the period in pictures.
    percent_non_zero_macroblocks|The share of macroblocks with coefficients, in units of 1/255.
    percent_intra_coded_macroblocks|The share of intra macroblocks, in units of 1/255.
    percent_six_tap_filtering|The share of six-tap interpolation, in units of 1/255.
    percent_alpha_point_deblocking_instance|The share of deblocking operations, in units of 1/255.
    xsd_metric_type|The quality metric.
    xsd_metric_value|The metric value.
    =pan_scan_rect|D.2.4|Pan-scan rectangles for displays with a different aspect ratio.
    pan_scan_rect_id|Identifies the usage of the rectangles.
    pan_scan_rect_cancel_flag|Whether the message only ends the effect of earlier ones.
    pan_scan_rect_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else to pictures \
    within this distance, to 16384.
    =pic_timing|D.2.3|Picture timing: CPB and DPB delays, picture structure and clock timestamps.
    cpb_removal_delay|Clock ticks from the last buffering period to CPB removal.
    dpb_output_delay|Clock ticks from CPB removal to DPB output.
    pic_struct|How the picture is shown: frame, field, fields in either order, repeated fields, doubled or tripled frame.
    clock_timestamp_flag|Whether a clock timestamp follows.
    ct_type|The scan of the source: 0 progressive, 1 interlaced, 2 unknown.
    nuit_field_based_flag|Whether time_offset and n_frames are based on field durations.
    counting_type|The method of dropping n_frames counts, 0 to 6 (Table D-3).
    full_timestamp_flag|Whether seconds, minutes and hours are all present, without individual flags.
    discontinuity_flag|Whether there may be a discontinuity from the previous timestamp.
    cnt_dropped_flag|Whether n_frames counts were skipped.
    n_frames|The number of the frame within the second.
    seconds_value|The seconds of the timestamp, 0 to 59.
    minutes_value|The minutes of the timestamp, 0 to 59.
    hours_value|The hours of the timestamp, 0 to 23.
    seconds_flag|Whether seconds_value follows.
    minutes_flag|Whether minutes_value follows.
    hours_flag|Whether hours_value follows.
    time_offset|The offset of the clock timestamp in units of time_scale of the VUI.
    =progressive_refinement_segment_start|D.2.18|Start of a progressive refinement segment: the following pictures refine the quality \
    of this one.
    progressive_refinement_id|Identifies the segment.
    num_refinement_steps_minus1|The number of pictures in the segment, minus 1.
    =recovery_point|D.2.8|Recovery point: when output is correct after decoding starts here.
    recovery_frame_cnt|The number of frames up to the recovery point, 0 to 65535.
    exact_match_flag|Whether pictures match exactly from the recovery point on.
    broken_link_flag|Whether pictures before the recovery point may contain severe visual artefacts.
    changing_slice_group_idc|Whether slice groups 0 and 1 tell what is correct during recovery, 0 to 2.
    =sei_message|7.3.2.3.1|An SEI message.
    last_payload_type_byte|The kind of message; bytes of 0xFF before it count 255 each.
    last_payload_size_byte|The number of bytes of the message; bytes of 0xFF before it count 255 each.
    bit_equal_to_one|Ends a message that does not end with its last element.
    bit_equal_to_zero|Fills the last byte of a message.
    reserved_sei_payload_bits|Bits of a message that later editions may define.
    ff_byte|A byte 0xFF that adds 255 to the payload type or size; of filler_payload, padding.
    =sei_rbsp|7.3.2.3|Supplemental enhancement information: messages that are not required for decoding.
    =scene_info|D.2.11|Scene information: scenes and transitions.
    scene_info_present_flag|Whether the elements of the scene follow.
    scene_id|Identifies the scene.
    scene_transition_type|The transition: 0 none, 1 fade to black, 2 fade from black, 3 from or to another colour, 4 dissolve, 5 wipe, \
    6 other.
    second_scene_id|The next scene, of a transition between scenes.
    =spare_pic|D.2.10|Spare pictures: substitutes for lost areas of a reference picture.
    target_frame_num|frame_num of the target picture.
    spare_field_flag|Whether target and spare pictures are fields.
    target_bottom_field_flag|Whether the target is a bottom field.
    num_spare_pics_minus1|The number of spare pictures minus 1, 0 to 15.
    delta_spare_frame_num|The frame_num difference from the previous spare picture.
    spare_bottom_field_flag|Whether the spare picture is a bottom field.
    spare_area_idc|The spare area: 0 the whole picture, 1 one flag per map unit, 2 run lengths.
    spare_unit_flag|Whether the map unit is outside of the spare area.
    zero_run_length|The number of spare map units before the next one that is not.
    =stereo_video_info|D.2.23|Stereo video information: assignment of pictures to views.
    field_views_flag|Whether the fields of a frame are the two views.
    top_field_is_left_view_flag|Whether the top field is the left view.
    current_frame_is_left_view_flag|Whether this frame is the left view.
    next_frame_is_second_view_flag|Whether the next frame is the other view, and not the frame before.
    left_view_self_contained_flag|Whether the left view is decodable without the right view.
    right_view_self_contained_flag|Whether the right view is decodable without the left view.
    =tone_mapping_info|D.2.25|Tone mapping information: sample remapping for displays with lower dynamic range.
    tone_map_id|Identifies the usage of the mapping.
    tone_map_cancel_flag|Whether the message only ends the effect of earlier ones.
    tone_map_repetition_period|How long the message applies: 0 this picture only, 1 until cancelled or replaced, else to pictures \
    within this distance, to 16384.
    camera_iso_speed_idc|The ISO speed of the camera, as an index; 255 for camera_iso_speed_value.
    camera_iso_speed_value|The ISO speed of the camera.
    exposure_index_idc|The exposure index, as an index; 255 for exposure_index_value.
    exposure_index_value|The exposure index.
    exposure_compensation_value_sign_flag|Whether the exposure compensation is negative.
    exposure_compensation_value_numerator|The numerator of the exposure compensation.
    exposure_compensation_value_denom_idc|The denominator of the exposure compensation.
    ref_screen_luminance_white|The luminance of reference white, in cd/m².
    extended_range_white_level|The luminance of extended white, in percent of reference white.
    nominal_black_level_luma_code_value|The luma code value of nominal black.
    nominal_white_level_luma_code_value|The luma code value of nominal white.
    extended_white_level_luma_code_value|The luma code value of extended white.
    =sub_seq_info|Annex D|The sub-sequence that the picture belongs to.
    =sub_seq_layer_characteristics|Annex D|Bit and frame rates of layers of sub-sequences.
    =sub_seq_characteristics|Annex D|Duration, rates and references of a sub-sequence.
    =motion_constrained_slice_group_set|Annex D|Slice groups whose prediction stays within them.
    =post_filter_hint|Annex D|Coefficients of a filter to apply before display.
    =scalability_info|Annex F|The layers of a scalable stream.
    =sub_pic_scalable_layer|Annex F|A region of the picture that is a scalable layer.
    =non_required_layer_rep|Annex F|Layer pictures that the target layer does not need.
    =priority_layer_info|Annex F|Alternative priorities of layers.
    =layers_not_present|Annex F|Layers that have been removed.
    =layer_dependency_change|Annex F|A change of the dependencies between layers.
    =scalable_nesting|Annex F|Messages that apply to some layers or sub-layers only.
    =base_layer_temporal_hrd|Annex F|Buffer parameters of the base layer and its temporal layers.
    =quality_layer_integrity_check|Annex F|Check sums of quality layers.
    =redundant_pic_property|Annex F|What redundant pictures of layers can replace.
    =tl0_dep_rep_index|Annex F|A counter of lowest temporal layer pictures, to notice losses.
    =tl_switching_point|Annex F|Where decoding can switch to another temporal layer.
    =parallel_decoding_info|Annex G|Which parts of views can be decoded in parallel.
    =mvc_scalable_nesting|Annex G|Messages that apply to some views only.
    =view_scalability_info|Annex G|The operation points of a multiview stream.
    =multiview_scene_info|Annex G|The largest disparity between views.
    =multiview_acquisition_info|Annex G|Parameters of the cameras of the views.
    =non_required_view_component|Annex G|View components that the target views do not need.
    =view_dependency_change|Annex G|A change of the references between views.
    =operation_point_not_present|Annex G|Operation points that have been removed.
    =base_view_temporal_hrd|Annex G|Buffer parameters of the base view.
    =multiview_view_position|Annex G|The order of the views from left to right.
    =mvcd_scalable_nesting|Annex H|Messages that apply to texture or depth views only.
    =mvcd_view_scalability_info|Annex H|The operation points of a stream with depth views.
    =depth_representation_info|Annex H|How depth samples are to be understood.
    =three_dimensional_reference_displays_info|Annex H|Displays and viewing distances that the views are made for.
    =depth_timing|Annex H|How much later depth was captured than texture.
    =depth_sampling_info|Annex H|The sampling grid of depth.
    =constrained_depth_parameter_set_identifier|Annex H|Limits of depth parameter set identifiers.
    =colour_remapping_info|Annex D|A mapping of colours for displays of another colour volume.
    =content_colour_volume|Annex D|The colours that the pictures use.
    =equirectangular_projection|Annex D|The pictures are equirectangular projections of a sphere.
    =cubemap_projection|Annex D|The pictures are cubemap projections of a sphere.
    =sphere_rotation|Annex D|The rotation of the sphere.
    =regionwise_packing|Annex D|How regions of the projection are packed into the picture.
    =omni_viewport|Annex D|Viewports recommended for display.
    =alternative_depth_info|Annex I|Other depth representations, such as global view and depth.
    =sei_manifest|Annex D|Which messages the stream has, and which it needs.
    =sei_prefix_indication|Annex D|The first bits of messages that occur.
    =annotated_regions|Annex D|Objects in the picture and their labels.
    =shutter_interval_info|Annex D|How long the shutter is open, for display at other rates.
    """
}
