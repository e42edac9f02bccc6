import BitstreamKit
import H264Kit

/// A sequence parameter set, and what rules need of it for each picture: a set has many parts, which copies retain.
final class H264PictureLimits {
  let set: SeqParameterSet
  /// seq_parameter_set_id.
  let id: UInt32
  /// nil if the level is not in Table A-1.
  let level: H264Level?
  /// The duration of a frame in seconds, if the VUI has a fixed rate below 1000 frames a second.
  let frameDuration: Double?
  /// The number of macroblocks of a frame.
  let macroblocks: Double
  /// max_num_reorder_frames.
  let maxNumReorderFrames: Int?
  /// MaxFrameNum.
  let maxFrameNum: Int
  /// Max( max_num_ref_frames, 1 ).
  let maxReferences: Int
  /// The number of frames that the decoded picture buffer holds: max_dec_frame_buffering, where it is not less than the references, which
  /// has a rule of its own; nil for an unknown level.
  let bufferedFrames: Int?
  /// Whether frame_num may leave out frames.
  let allowsGaps: Bool
  /// Whether there are NAL or VCL HRD parameters.
  let hasHRD: Bool
  /// What excludes B slices; nil if nothing does.
  let withoutB: String?
  /// Whether the profile has I slices alone.
  let isIntraProfile: Bool
  /// Whether pictures have pic_struct.
  let hasPictureStructure: Bool

  init(_ set: SeqParameterSet) {
    let vui = set.vuiParameters
    self.set = set
    id = set.seqParameterSetId
    level = H264Level(set)
    macroblocks = Double(set.picWidthInMbs) * Double(set.frameHeightInMbs)
    maxNumReorderFrames = (vui?.bitstreamRestriction?.maxNumReorderFrames).map { Int($0) }
    maxFrameNum = 1 << (Int(set.log2MaxFrameNumMinus4) + 4)
    let references = max(1, Int(min(set.maxNumRefFrames, 16)))
    (maxReferences, bufferedFrames) = (references, set.maxDecFrameBuffering.map { max($0, references) })
    allowsGaps = set.gapsInFrameNumValueAllowedFlag
    hasHRD = vui?.nalHrdParameters != nil || vui?.vclHrdParameters != nil
    // A.2.1, and constraint_set5_flag in 7.4.2.1.1.
    withoutB =
      set.profileIdc == 66
      ? set.profileName
      : set.constraintSet0Flag
        ? "constraint_set0_flag states Baseline, which"
        : set.constraintSet5Flag && [77, 88, 100].contains(set.profileIdc) ? "constraint_set5_flag states a sequence that" : nil
    isIntraProfile = set.profileIdc == 44 || set.constraintSet3Flag && [100, 110, 122, 244].contains(set.profileIdc)
    hasPictureStructure = vui?.picStructPresentFlag == true
    if vui?.timingInfo?.fixedFrameRateFlag == true, let rate = set.frameRate?.value, rate > 0, rate < 1000 {
      frameDuration = 1 / rate
    } else {
      frameDuration = nil
    }
  }
}
