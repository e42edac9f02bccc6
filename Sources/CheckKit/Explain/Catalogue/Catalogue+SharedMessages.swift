extension Catalogue {
  /// SEI messages and parts of messages that H.264 and H.265 share.
  static let sharedMessageText = """
    =cc_data|ATSC A/53 Part 4:2009, 6.2.3|Closed captions carried in user data.
    user_identifier|The format of the user data: GA94 for ATSC.
    user_data_type_code|The kind of ATSC user data: 3 captions.
    process_em_data_flag|Whether em_data is to be processed.
    process_cc_data_flag|Whether the caption pairs are to be processed.
    additional_data_flag|Reserved: 0.
    cc_count|The number of caption pairs, 0 to 31.
    em_data|Reserved: 255.
    marker_bits|Reserved: 31; at the end 0xFF.
    cc_valid|Whether the two bytes are valid.
    cc_type|The kind of captions: 0 and 1 CTA-608 of field 1 and 2, 2 and 3 data and start of CTA-708 packets.
    cc_data_1|The first caption byte.
    cc_data_2|The second caption byte.
    =alternative_transfer_characteristics|ITU-T H.264 (08/2021), D.2.32; ITU-T H.265 (08/2021), D.3|A transfer function preferred over \
    the one in the VUI.
    preferred_transfer_characteristics|The transfer function, as in the VUI: 16 PQ, 18 HLG.
    =ambient_viewing_environment|ITU-T H.264 (08/2021), D.2.34; ITU-T H.265 (08/2021), D.3|The nominal ambient viewing conditions for \
    the video.
    ambient_illuminance|The illuminance in units of 0.0001 lux, at least 1.
    ambient_light_x|The chromaticity x in units of 0.00002 (CIE 1931), 0 to 50000.
    ambient_light_y|The chromaticity y in units of 0.00002 (CIE 1931), 0 to 50000.
    =content_light_level_info|ITU-T H.264 (08/2021), D.2.31; ITU-T H.265 (08/2021), D.3|The light level of the video in candelas per \
    square metre.
    max_content_light_level|The maximum light level of any sample; 0 if unspecified.
    max_pic_average_light_level|The maximum average light level of any picture; 0 if unspecified.
    =filler_payload|ITU-T H.264 (08/2021), D.2.5; ITU-T H.265 (08/2021), D.3|Padding bytes.
    ff_byte|A byte 0xFF that adds 255 to the payload type or size; of filler_payload, padding.
    =mastering_display_colour_volume|ITU-T H.264 (08/2021), D.2.29; ITU-T H.265 (08/2021), D.3|The mastering display colour volume.
    display_primaries_x|The chromaticity x of a primary in units of 0.00002, by convention green, blue, red.
    display_primaries_y|The chromaticity y of a primary in units of 0.00002.
    white_point_x|The chromaticity x of the white point in units of 0.00002.
    white_point_y|The chromaticity y of the white point in units of 0.00002.
    max_display_mastering_luminance|The highest luminance of the display in units of 0.0001 cd/m².
    min_display_mastering_luminance|The lowest luminance of the display in units of 0.0001 cd/m².
    =progressive_refinement_segment_end|ITU-T H.264 (08/2021), D.2.19; ITU-T H.265 (08/2021), D.3|The end of a progressive refinement \
    segment.
    progressive_refinement_id|The identifier of the segment.
    =user_data_registered_itu_t_t35|ITU-T H.264 (08/2021), D.2.6; ITU-T H.265 (08/2021), D.3|User data of an organisation registered \
    under ITU-T T.35.
    itu_t_t35_country_code|The country of the registering body: 0xB5 for the United States.
    itu_t_t35_country_code_extension_byte|The country where the code is 0xFF.
    itu_t_t35_payload_byte|The provider code, two bytes in most countries, and its data.
    =user_data_unregistered|ITU-T H.264 (08/2021), D.2.7; ITU-T H.265 (08/2021), D.3|User data identified by a UUID.
    uuid_iso_iec_11578|The UUID, 16 bytes.
    user_data_payload_byte|The payload, whose format depends on the UUID.
    =*|Annex D|Elements of messages that H.264 and H.265 share.
    blending_mode_id|How grain is added: 0 additive, 1 multiplicative.
    log2_scale_factor|The scale of the grain, as a power of two, 0 to 15.
    comp_model_present_flag|Whether the colour component has a grain model.
    num_intensity_intervals_minus1|The number of intensity intervals of the component minus 1.
    num_model_values_minus1|The number of values per interval minus 1, 0 to 5.
    intensity_interval_lower_bound|The lower bound of the interval, inclusive.
    intensity_interval_upper_bound|The upper bound of the interval, inclusive.
    comp_model_value|A value of the grain model for the interval.
    frame_packing_arrangement_type|The packing: 3 side by side, 4 top and bottom, 5 in turn; in H.264 also 0 checkerboard, 1 columns, 2 \
    rows, 6 one view, 7 tiles.
    quincunx_sampling_flag|Whether each constituent frame is quincunx sampled.
    content_interpretation_type|Which view is which: 0 unspecified, 1 frame 0 is the left one, 2 frame 0 is the right one.
    spatial_flipping_flag|Whether one of the constituent frames is flipped.
    frame0_flipped_flag|Whether the flipped frame is frame 0.
    field_views_flag|Whether the fields are the views.
    current_frame_is_frame0_flag|Whether this picture is frame 0, where frames come in turn.
    frame0_self_contained_flag|Whether frame 0 is predicted from frame 0 only.
    frame1_self_contained_flag|Whether frame 1 is predicted from frame 1 only.
    frame0_grid_position_x|The horizontal place of the sampling grid of frame 0, 0 to 15.
    frame0_grid_position_y|The vertical place of the sampling grid of frame 0, 0 to 15.
    frame1_grid_position_x|The horizontal place of the sampling grid of frame 1, 0 to 15.
    frame1_grid_position_y|The vertical place of the sampling grid of frame 1, 0 to 15.
    frame_packing_arrangement_reserved_byte|Reserved: 0.
    pan_scan_rect_left_offset|The left edge of the rectangle, in sixteenths of a sample.
    pan_scan_rect_right_offset|The right edge of the rectangle, in sixteenths of a sample.
    pan_scan_rect_top_offset|The top edge of the rectangle, in sixteenths of a sample.
    pan_scan_rect_bottom_offset|The bottom edge of the rectangle, in sixteenths of a sample.
    coded_data_bit_depth|The bit depth of decoded samples, 8 to 14.
    target_bit_depth|The bit depth of mapped samples, 1 to 16.
    tone_map_model_id|The mapping: 0 linear, 1 sigmoid, 2 table, 3 piecewise linear, 4 camera parameters.
    min_value|The decoded sample value that is mapped to the smallest one.
    max_value|The decoded sample value that is mapped to the largest one.
    sigmoid_midpoint|The decoded sample value that is mapped to the middle.
    sigmoid_width|The distance between the decoded values mapped to 5% and 95%.
    start_of_coded_interval|The first decoded value that is mapped to this value.
    num_pivots|The number of pivots.
    coded_pivot_value|The decoded sample value of a pivot.
    target_pivot_value|The mapped sample value of a pivot.
    """
}
