/// The payload type of an SEI message.
///
/// ITU-T H.264 (08/2021) D.1.1 `sei_payload( )`.
public struct SEIPayloadType: RawRepresentable, Hashable, Sendable {
  /// payloadType.
  public let rawValue: UInt32

  /// Creates a type from payloadType.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The structure's name in the specification; nil for a reserved payloadType.
  public var name: StaticString? {
    rawValue < 56 ? Self.names(first: rawValue) : Self.names(later: rawValue)
  }

  private static func names(first number: UInt32) -> StaticString? {
    let names: [StaticString] = [
      "buffering_period", "pic_timing", "pan_scan_rect", "filler_payload", "user_data_registered_itu_t_t35", "user_data_unregistered",
      "recovery_point", "dec_ref_pic_marking_repetition", "spare_pic", "scene_info", "sub_seq_info", "sub_seq_layer_characteristics",
      "sub_seq_characteristics", "full_frame_freeze", "full_frame_freeze_release", "full_frame_snapshot",
      "progressive_refinement_segment_start", "progressive_refinement_segment_end", "motion_constrained_slice_group_set",
      "film_grain_characteristics", "deblocking_filter_display_preference", "stereo_video_info", "post_filter_hint", "tone_mapping_info",
      "scalability_info", "sub_pic_scalable_layer", "non_required_layer_rep", "priority_layer_info", "layers_not_present",
      "layer_dependency_change", "scalable_nesting", "base_layer_temporal_hrd", "quality_layer_integrity_check",
      "redundant_pic_property", "tl0_dep_rep_index", "tl_switching_point", "parallel_decoding_info", "mvc_scalable_nesting",
      "view_scalability_info", "multiview_scene_info", "multiview_acquisition_info", "non_required_view_component",
      "view_dependency_change", "operation_point_not_present", "base_view_temporal_hrd", "frame_packing_arrangement",
      "multiview_view_position", "display_orientation", "mvcd_scalable_nesting", "mvcd_view_scalability_info",
      "depth_representation_info", "three_dimensional_reference_displays_info", "depth_timing", "depth_sampling_info",
      "constrained_depth_parameter_set_identifier",
    ]
    let index = Int(truncatingIfNeeded: number)
    return index < names.count ? names[index] : nil
  }

  private static func names(later number: UInt32) -> StaticString? {
    switch number {
    case 56: "green_metadata"
    case 137: "mastering_display_colour_volume"
    case 142: "colour_remapping_info"
    case 144: "content_light_level_info"
    case 147: "alternative_transfer_characteristics"
    case 148: "ambient_viewing_environment"
    case 149: "content_colour_volume"
    case 150: "equirectangular_projection"
    case 151: "cubemap_projection"
    case 154: "sphere_rotation"
    case 155: "regionwise_packing"
    case 156: "omni_viewport"
    case 181: "alternative_depth_info"
    case 200: "sei_manifest"
    case 201: "sei_prefix_indication"
    case 202: "annotated_regions"
    case 205: "shutter_interval_info"
    default: nil
    }
  }
}
