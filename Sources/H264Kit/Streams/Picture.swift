/// A picture as it is shown: a frame, a complementary field pair, or a field without its other half.
///
/// Made of the base view's primary coded pictures. Redundant and auxiliary pictures and the other views and layers of an access unit
/// count for its size and make no pictures of their own.
public struct Picture: Sendable, Equatable {
  /// The place in decoding order, from 0.
  public var index: UInt64 = 0
  /// The file's byte of the start code, or length, of the first unit of the access unit; of the first field's, in a pair.
  public var offset: UInt64 = 0
  /// Bytes up to where the next access unit begins, start codes and zeros included; those of both fields, in a pair.
  public var size: UInt64 = 0
  /// By its slices; by those of the first field, in a pair.
  public var type: PictureType = .i
  /// By the slices of the second field, in a pair.
  public var secondFieldType: PictureType?
  /// Whether it is an IDR picture; in a pair, the first field is.
  public var isKeyframe = false
  /// Whether container files mark it as a sync sample: an IDR picture, or a recovery point where pictures are right at once
  /// (recovery_frame_cnt 0, ISO/IEC 14496-15:2019, 5.4.3). `randomAccess` tells which.
  public var isSync: Bool { isKeyframe || randomAccess == .recoveryPoint(frames: 0) }
  /// Whether and how decoding can begin here.
  public var randomAccess: RandomAccess?
  /// PicOrderCnt( ) of 8.2.1: the smaller one of both fields; after memory_management_control_operation 5, where there is one.
  /// 0 where `isUnresolved`.
  public var pictureOrderCount = 0
  /// Which fields it has and how they were coded.
  public var field: FieldKind = .frame
  /// Whether other pictures may be predicted from it: nal_ref_idc is not 0.
  public var isReference = false
  /// temporal_id of the prefix unit or, without one, of the first unit of another view or layer; else 0.
  public var temporalID: UInt8 = 0
  /// Slices of the primary coded pictures; a slice in data partitions is one.
  public var sliceCount: UInt32 = 0
  /// SliceQPY of the first slice; nil where its header cannot be read to the end.
  public var qp: Int?
  /// The place in output order, from 0, which `DisplayOrder` sets. nil for a picture that is not shown, and for one that was let go
  /// before its place was known.
  public var displayIndex: UInt64?

  /// frame_num; of the first field, in a pair.
  public var frameNum: UInt32 = 0
  /// idr_pic_id, in IDR pictures.
  public var idrPicID: UInt32?
  /// pic_parameter_set_id of the first slice.
  public var picParameterSetID: UInt32 = 0
  /// Whether order counts begin anew: an IDR picture, or one with memory_management_control_operation 5. All pictures before it are
  /// shown before it.
  public var startsOrder = false
  /// Frames that may at most wait for others at this picture: max_num_reorder_frames, or what the level allows.
  public var mostReordered: UInt8 = 0
  /// Whether the parameter sets that its slices name did not come: what depends on them is left at its defaults.
  public var isUnresolved = false

  /// A frame of I slices of which nothing is known.
  public init() {}
}

/// What a picture is predicted from, the most of its slices.
public enum PictureType: UInt8, Sendable, Comparable {
  /// Itself: I and SI slices alone.
  case i
  /// Earlier pictures: P or SP slices.
  case p
  /// Two pictures at once: B slices.
  case b

  /// The letter: I, P, B.
  public var name: StaticString {
    switch self {
    case .i: "I"
    case .p: "P"
    case .b: "B"
    }
  }

  /// More references are more.
  public static func < (a: PictureType, b: PictureType) -> Bool { a.rawValue < b.rawValue }

  /// By slice_type (Table 7-6).
  init(sliceType: UInt8) {
    switch sliceType % 5 {
    case 1: self = .b
    case 0, 3: self = .p
    default: self = .i
    }
  }
}

/// Where decoding can begin.
public enum RandomAccess: Sendable, Equatable {
  /// At an IDR picture.
  case idr
  /// At a recovery point: pictures are right after `frames` frames, in steps of frame_num.
  case recoveryPoint(frames: Int)

  /// `IDR`, `recovery point`.
  public var name: StaticString {
    switch self {
    case .idr: "IDR"
    case .recoveryPoint: "recovery point"
    }
  }
}

/// The fields of a picture.
public enum FieldKind: UInt8, Sendable {
  /// Both, coded as a frame.
  case frame
  /// One field whose other half never came.
  case top, bottom
  /// Both, coded one after the other.
  case topBottomPair, bottomTopPair

  /// `frame`, `top`, `bottom`, `top+bottom`, `bottom+top`.
  public var name: StaticString {
    switch self {
    case .frame: "frame"
    case .top: "top"
    case .bottom: "bottom"
    case .topBottomPair: "top+bottom"
    case .bottomTopPair: "bottom+top"
    }
  }
}
