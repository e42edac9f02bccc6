import BitstreamKit

/// A coded picture of the base layer with its access unit: one row of a frame list.
///
/// Pictures of higher layers belong to the access unit and have no rows of their own (F.3.1).
public struct Picture: Sendable, Equatable {
  /// The index in decoding order, from 0.
  public var index: UInt64 = 0
  /// The file offset of the access unit: the start code or length field of its first NAL unit.
  public var offset: UInt64 = 0
  /// The size of the access unit in bytes, including start codes or length fields and trailing zero bytes.
  public var size: UInt64 = 0
  /// B if any slice is B, otherwise P if any is P, otherwise I.
  public var type = PictureType.unknown
  /// Whether it is an IRAP picture: IDR, CRA or BLA.
  public var isKeyframe = false
  /// Whether container files mark it as a sync sample: an IRAP picture (ISO/IEC 14496-15:2019, 8.4.3). see `randomAccess`.
  public var isSync: Bool { isKeyframe }
  /// How decoding may begin here; nil where it may not.
  public var randomAccess: RandomAccess?
  /// PicOrderCntVal (8.3.1).
  public var pictureOrderCount = 0
  /// A frame or, in a field stream (field_seq_flag), the field given by the picture timing message.
  public var field = FieldKind.frame
  /// False for sub-layer non-reference pictures (nal_unit_type 0, 2, 4 … 14).
  public var isReference = true
  /// TemporalId, 0 to 6.
  public var temporalId: UInt8 = 0
  /// The number of independent slice segments.
  public var sliceCount: UInt32 = 0
  /// The number of slice segments, including dependent ones.
  public var segmentCount: UInt32 = 0
  /// SliceQpY of the first slice (7-54), −QpBdOffsetY to 51; nil if it could not be parsed.
  public var qp: Int?
  /// The index in output order, from 0, set by `DisplayOrder`; nil before that, and for a picture that is never output.
  public var displayIndex: UInt64?
  /// How long it is displayed, in field periods, half a frame each: 2, or what pic_struct of the picture timing message says, such as 3
  /// where a field is repeated.
  ///
  /// DeltaToDivisor (E.3.1, Table E.7) of a frame times two, as pic_struct 7 and 8 state it, and 1 for a field of a field stream. A frame of two
  /// or three fields (pic_struct 3 to 6) has 2 and 3: by the table its ticks are fields, but encoders write ticks of frames.
  public var fieldPeriods: UInt8 = 2
  /// The field periods of the pictures before it in output order, set with `displayIndex`.
  public var displayTime: UInt64 = 0
  /// The index in presentation order, from 0, which counts pictures that are not output too, set by `DisplayOrder`; nil before that. A
  /// container gives each picture a time, as skipped leading pictures have one before their random access picture.
  public var presentationIndex: UInt64?
  /// The field periods of the pictures before it in presentation order, set with `presentationIndex`.
  public var presentationTime: UInt64 = 0

  /// nal_unit_type of the picture's slice segments.
  public var nalUnitType = NALUnitType(rawValue: 0)
  /// The kind of leading picture, which precedes its random access picture in output order; nil for other pictures.
  public var leading: LeadingKind?
  /// Whether it is a RASL picture whose random access picture starts the sequence (NoRaslOutputFlag): not decodable and not output.
  public var isSkippedLeading = false
  /// PicOutputFlag (8.3.1): false for skipped leading pictures, for pic_output_flag 0, and for unresolved pictures.
  public var isOutput = true
  /// Whether order counts restart, as a coded video sequence starts here: IDR, BLA, CRA with NoRaslOutputFlag; always true for the first picture of a stream.
  public var startsOrder = false
  /// NoOutputOfPriorPicsFlag (C.5.2.2): queued pictures of the previous sequence are not output. A decoder infers it for a CRA picture
  /// after an end of sequence.
  public var noOutputOfPriorPics = false
  /// The frame rate of its sequence in pictures per second; nil if that is not known. See `SeqParameterSet.frameRate`.
  public var frameRate: ExactRatio?
  /// Whether parameter sets are missing or the first slice header is damaged, so type, order count and output order are unknown.
  public var isUnresolved = false
  /// The output limits of the sequence.
  public var outputLimits = OutputLimits()

  /// Creates a frame with default properties.
  public init() {}
}

/// The type of a picture.
public enum PictureType: Sendable, Equatable {
  /// Intra slices only.
  case i
  /// P slices, no B slices.
  case p
  /// Contains B slices.
  case b
  /// No slice header could be parsed.
  case unknown

  /// `I`, `P`, `B`, or `?`.
  public var name: StaticString {
    switch self {
    case .i: "I"
    case .p: "P"
    case .b: "B"
    case .unknown: "?"
    }
  }
}

/// A kind of random access point.
public enum RandomAccess: Sendable, Equatable {
  /// Instantaneous decoding refresh (IDR_W_RADL, IDR_N_LP): no later picture references an earlier one.
  case idr
  /// Clean random access: subsequent RASL pictures reference earlier pictures and are skipped.
  case cra
  /// Broken link access: a CRA picture at a splice point.
  case bla
  /// A recovery point message: output is correct from the picture whose order count is greater by this amount (D.3.8).
  case recoveryPoint(pictureOrderCounts: Int)

  /// The name of the case.
  public var name: StaticString {
    switch self {
    case .idr: "IDR"
    case .cra: "CRA"
    case .bla: "BLA"
    case .recoveryPoint: "recovery point"
    }
  }
}

/// The part of a frame that a picture contains.
public enum FieldKind: Sendable, Equatable {
  /// A frame.
  case frame
  /// The top field: rows 0, 2, 4 …
  case top
  /// The bottom field: rows 1, 3, 5 …
  case bottom

  /// The name of the case.
  public var name: StaticString {
    switch self {
    case .frame: "frame"
    case .top: "top"
    case .bottom: "bottom"
    }
  }

  /// Creates the field given by pic_struct (Table D.2), for streams in which pictures are fields.
  init(picStruct: UInt8) {
    switch picStruct {
    case 1, 9, 11: self = .top
    case 2, 10, 12: self = .bottom
    default: self = .frame
    }
  }
}

/// The two kinds of leading pictures (3.81, 3.121, 3.122).
public enum LeadingKind: Sendable, Equatable {
  /// Random access decodable leading.
  case radl
  /// Random access skipped leading.
  case rasl

  /// `RADL`, `RASL`.
  public var name: StaticString {
    switch self {
    case .radl: "RADL"
    case .rasl: "RASL"
    }
  }
}

/// The output limits of a sequence parameter set, for the highest sub-layer.
public struct OutputLimits: Sendable, Equatable {
  /// sps_max_num_reorder_pics: the maximum number of pictures queued for output.
  public var maxNumReorderPics = 0
  /// SpsMaxLatencyPictures (7-9): the maximum number of pictures a picture is queued for; nil for no limit.
  public var maxLatencyPictures: Int?

  /// No reordering.
  public init() {}

  /// Creates the limits of a set; 16 pictures if they are in a VPS.
  public init(_ sps: SeqParameterSet) {
    guard let info = sps.subLayerOrderingInfo.last else {
      maxNumReorderPics = 16
      return
    }
    maxNumReorderPics = Int(info.maxNumReorderPics)
    if info.maxLatencyIncreasePlus1 > 0 { maxLatencyPictures = maxNumReorderPics + Int(clamping: info.maxLatencyIncreasePlus1) - 1 }
  }
}
