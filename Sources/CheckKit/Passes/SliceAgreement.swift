import BitstreamKit
import H264Kit
import HEVCKit

/// What all slices of an H.264 picture have in common (ITU-T H.264 7.4.3), apart from what distinguishes pictures.
struct H264SliceAgreement {
  /// The number of pictures started when the first slice came; 0 before it.
  private var pictureCount: UInt64 = 0
  private var first = H264SliceHeader()
  /// The type that all slices have, if one has said so: slice_type modulo 5.
  private var onlyType: UInt8?

  /// Compares a slice with the first of its picture.
  /// - Parameter pictureCount: the number of pictures started, with that of the slice.
  mutating func contradiction(_ slice: H264SliceHeader, pictureCount: UInt64) -> SyntaxError? {
    if slice.redundantPicCnt ?? 0 > 0 { return nil }
    // The fields of a frame are counted as one picture.
    if pictureCount != self.pictureCount || slice.bottomFieldFlag != first.bottomFieldFlag {
      (self.pictureCount, first) = (pictureCount, slice)
      onlyType = slice.sliceType > 4 ? slice.sliceType - 5 : nil
      return nil
    }
    if let onlyType, slice.sliceType % 5 != onlyType {
      let why = "the slice has type \(slice.sliceTypeName), another of its picture says that all have type \(Self.name(onlyType))"
      return fault(why, "slice_type")
    }
    if slice.sliceType > 4 { onlyType = slice.sliceType - 5 }
    if slice.decRefPicMarking != first.decRefPicMarking { return fault(differs, "dec_ref_pic_marking") }
    if slice.spForSwitchFlag != first.spForSwitchFlag, slice.sliceType % 5 == first.sliceType % 5 {
      return fault(differs, "sp_for_switch_flag")
    }
    if slice.sliceGroupChangeCycle != first.sliceGroupChangeCycle { return fault(differs, "slice_group_change_cycle") }
    return nil
  }

  private static func name(_ type: UInt8) -> StaticString {
    var header = H264SliceHeader()
    header.sliceType = type
    return header.sliceTypeName
  }

  private func fault(_ why: String, _ element: String) -> SyntaxError {
    SyntaxError(.malformed(why), element: element, path: [H264SliceHeader.structureName.description])
  }
}

/// What all slice segments of an H.265 picture have in common (ITU-T H.265 7.4.7.1), apart from slice_pic_order_cnt_lsb, which
/// distinguishes pictures here.
struct HEVCSliceAgreement {
  /// The number of pictures started when the first segment came; 0 before it.
  private var pictureCount: UInt64 = 0
  private var first = SliceSegmentHeader()

  /// Compares a segment with the first of its picture.
  /// - Parameter pictureCount: the number of pictures started, with that of the segment.
  mutating func contradiction(_ segment: SliceSegmentHeader, pictureCount: UInt64) -> SyntaxError? {
    if pictureCount != self.pictureCount {
      (self.pictureCount, first) = (pictureCount, segment)
      return nil
    }
    if segment.slicePicParameterSetId != first.slicePicParameterSetId { return fault("slice_pic_parameter_set_id") }
    if segment.noOutputOfPriorPicsFlag != first.noOutputOfPriorPicsFlag { return fault("no_output_of_prior_pics_flag") }
    guard let own = segment.sliceHeader, let other = first.sliceHeader else { return nil }
    if own.picOutputFlag != other.picOutputFlag { return fault("pic_output_flag") }
    guard let own = own.references, let other = other.references else { return nil }
    if own.stRefPicSet != other.stRefPicSet || own.shortTermRefPicSetIdx != other.shortTermRefPicSetIdx {
      return fault("short_term_ref_pic_set_idx")
    }
    if own.longTerm != other.longTerm { return fault("num_long_term_pics") }
    if own.sliceTemporalMvpEnabledFlag != other.sliceTemporalMvpEnabledFlag { return fault("slice_temporal_mvp_enabled_flag") }
    return nil
  }

  private func fault(_ element: String) -> SyntaxError {
    SyntaxError(.malformed(differs), element: element, path: [SliceSegmentHeader.structureName.description])
  }
}

extension SliceSegmentHeader {
  /// The finding for entry points of which the last is not in the data (7.4.7.1, offset_len_minus1); nil if it is.
  /// - Parameter dataLength: the number of bytes of the data, with emulation prevention, and of nothing but that of the header.
  func subsetsFault(dataLength: Int64) -> SyntaxError? {
    guard let offsets = entryPoints?.entryPointOffsetMinus1, !offsets.isEmpty else { return nil }
    let sum = offsets.reduce(Int64(0)) { $0 + Int64($1) + 1 }
    if sum < dataLength { return nil }
    return SyntaxError(
      .malformed("the last subset begins at byte \(sum) of at most \(dataLength)"), element: "entry_point_offset_minus1",
      path: [Self.structureName.description])
  }
}

private let differs = "the value is not that of the first slice of the picture"
