/// The payload type of an SEI message.
///
/// ITU-T H.265 (08/2021) D.2.1 `sei_payload( )`; 210 to 212: (07/2024).
public struct SEIPayloadType: RawRepresentable, Hashable, Sendable {
  /// payloadType.
  public let rawValue: UInt32

  /// Creates a type from payloadType.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The structure's name in the specification; nil for a reserved payloadType.
  public var name: StaticString? {
    rawValue < 150 ? Self.names(first: rawValue) : Self.names(later: rawValue)
  }

  private static func names(first number: UInt32) -> StaticString? {
    switch number {
    case 0: "buffering_period"
    case 1: "pic_timing"
    case 2: "pan_scan_rect"
    case 3: "filler_payload"
    case 4: "user_data_registered_itu_t_t35"
    case 5: "user_data_unregistered"
    case 6: "recovery_point"
    case 9: "scene_info"
    case 15: "picture_snapshot"
    case 16: "progressive_refinement_segment_start"
    case 17: "progressive_refinement_segment_end"
    case 19: "film_grain_characteristics"
    case 22: "post_filter_hint"
    case 23: "tone_mapping_info"
    case 45: "frame_packing_arrangement"
    case 47: "display_orientation"
    case 56: "green_metadata"
    case 128: "structure_of_pictures_info"
    case 129: "active_parameter_sets"
    case 130: "decoding_unit_info"
    case 131: "temporal_sub_layer_zero_index"
    case 132: "decoded_picture_hash"
    case 133: "scalable_nesting"
    case 134: "region_refresh_info"
    case 135: "no_display"
    case 136: "time_code"
    case 137: "mastering_display_colour_volume"
    case 138: "segmented_rect_frame_packing_arrangement"
    case 139: "temporal_motion_constrained_tile_sets"
    case 140: "chroma_resampling_filter_hint"
    case 141: "knee_function_info"
    case 142: "colour_remapping_info"
    case 143: "deinterlaced_field_identification"
    case 144: "content_light_level_info"
    case 145: "dependent_rap_indication"
    case 146: "coded_region_completion"
    case 147: "alternative_transfer_characteristics"
    case 148: "ambient_viewing_environment"
    case 149: "content_colour_volume"
    default: nil
    }
  }

  private static func names(later number: UInt32) -> StaticString? {
    switch number {
    case 150: "equirectangular_projection"
    case 151: "cubemap_projection"
    case 152: "fisheye_video_info"
    case 154: "sphere_rotation"
    case 155: "regionwise_packing"
    case 156: "omni_viewport"
    case 157: "regional_nesting"
    case 158: "mcts_extraction_info_sets"
    case 159: "mcts_extraction_info_nesting"
    case 160: "layers_not_present"
    case 161: "inter_layer_constrained_tile_sets"
    case 162: "bsp_nesting"
    case 163: "bsp_initial_arrival_time"
    case 164: "sub_bitstream_property"
    case 165: "alpha_channel_info"
    case 166: "overlay_info"
    case 167: "temporal_mv_prediction_constraints"
    case 168: "frame_field_info"
    case 176: "three_dimensional_reference_displays_info"
    case 177: "depth_representation_info"
    case 178: "multiview_scene_info"
    case 179: "multiview_acquisition_info"
    case 180: "multiview_view_position"
    case 181: "alternative_depth_info"
    case 200: "sei_manifest"
    case 201: "sei_prefix_indication"
    case 202: "annotated_regions"
    case 205: "shutter_interval_info"
    case 210: "nn_post_filter_characteristics"
    case 211: "nn_post_filter_activation"
    case 212: "phase_indication"
    default: nil
    }
  }
}
