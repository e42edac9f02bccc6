import BitstreamKit

/// A picture as displayed: a frame, a complementary field pair, or an unpaired field.
///
/// Consists of primary coded pictures of the base view. Redundant and auxiliary pictures and other views and layers of an access unit
/// count towards its size but are not pictures of their own.
public struct Picture: Sendable, Equatable {
  /// The index in decoding order, from 0.
  public var index: UInt64 = 0
  /// The file offset of the start code or length field of the access unit's first unit; for a pair, of the first field's access unit.
  public var offset: UInt64 = 0
  /// The number of bytes up to the next access unit, including start codes and zero bytes; for a pair, of both fields.
  public var size: UInt64 = 0
  /// The picture type derived from its slices; for a pair, from those of the first field.
  public var type: PictureType = .i
  /// For a pair, the picture type derived from the slices of the second field.
  public var secondFieldType: PictureType?
  /// Whether it is an IDR picture; for a pair, whether the first field is.
  public var isKeyframe = false
  /// Whether container files mark it as a sync sample: an IDR picture, or a recovery point where pictures are right at once
  /// (recovery_frame_cnt 0, ISO/IEC 14496-15:2019, 5.4.3). see `randomAccess`.
  public var isSync: Bool { isKeyframe || randomAccess == .recoveryPoint(frames: 0) }
  /// Whether and how decoding can begin here.
  public var randomAccess: RandomAccess?
  /// PicOrderCnt( ) of 8.2.1: the minimum of both fields, after memory_management_control_operation 5 if present. 0 if
  /// `isUnresolved`.
  public var pictureOrderCount = 0
  /// BottomFieldOrderCnt minus TopFieldOrderCnt of a frame or pair: above 0 if the top field is first. 0 for a single field.
  package internal(set) var fieldOrderStep = 0
  /// The fields of the picture and how they are coded.
  public var field: FieldKind = .frame
  /// Whether it is a reference picture: nal_ref_idc is not 0.
  public var isReference = false
  /// temporal_id of the prefix unit or, without one, of the first unit of another view or layer; otherwise 0.
  public var temporalId: UInt8 = 0
  /// The number of slices of the primary coded pictures; a data-partitioned slice counts once.
  public var sliceCount: UInt32 = 0
  /// SliceQPY of the first slice; nil if its header cannot be parsed completely.
  public var qp: Int?
  /// The index in output order, from 0, set by `DisplayOrder`. nil for a picture that is not output, and for one released before its
  /// index was known.
  public var displayIndex: UInt64?
  /// How long it is displayed, in field periods, half a frame each: 2, or what pic_struct of the picture timing message says, such as 3
  /// where a field is repeated.
  ///
  /// DeltaTfiDivisor (E.2.1, Table E-6) of a frame; a field without its other half counts as a frame.
  public var fieldPeriods: UInt8 = 2
  /// The field periods of the pictures before it in output order, set with `displayIndex`.
  public var displayTime: UInt64 = 0

  /// frame_num; for a pair, of the first field.
  public var frameNum: UInt32 = 0
  /// idr_pic_id; present in IDR pictures.
  public var idrPicId: UInt32?
  /// pic_parameter_set_id of the first slice.
  public var picParameterSetId: UInt32 = 0
  /// Whether order counts restart: an IDR picture, or one with memory_management_control_operation 5. All preceding pictures are
  /// output before it.
  public var startsOrder = false
  /// The maximum number of frames queued for output at this picture: max_num_reorder_frames, or the limit of the level.
  public var maxReordered: UInt8 = 0
  /// The frame rate of its sequence in pictures per second; nil if that is not known. See `SeqParameterSet.frameRate`.
  public var frameRate: ExactRatio?
  /// Whether the parameter sets referenced by its slices are missing; dependent properties have default values.
  public var isUnresolved = false

  /// Creates a frame of I slices with default properties.
  public init() {}
}

/// The picture type: the highest type among its slices.
public enum PictureType: UInt8, Sendable, Comparable {
  /// Intra: I and SI slices only.
  case i
  /// Predicted: contains P or SP slices.
  case p
  /// Bipredicted: contains B slices.
  case b

  /// The type's letter: I, P, B.
  public var name: StaticString {
    switch self {
    case .i: "I"
    case .p: "P"
    case .b: "B"
    }
  }

  /// Orders I < P < B.
  public static func < (a: PictureType, b: PictureType) -> Bool { a.rawValue < b.rawValue }

  /// Creates the type of a slice_type (Table 7-6).
  init(sliceType: UInt8) {
    switch sliceType % 5 {
    case 1: self = .b
    case 0, 3: self = .p
    default: self = .i
    }
  }
}

/// A kind of random access point.
public enum RandomAccess: Sendable, Equatable {
  /// An IDR picture.
  case idr
  /// A recovery point: output is correct after `frames` increments of frame_num.
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
  /// Both fields, coded as a frame.
  case frame
  /// An unpaired field.
  case top, bottom
  /// Both fields, coded one after the other.
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
