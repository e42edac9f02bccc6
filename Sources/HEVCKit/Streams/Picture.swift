import BitstreamKit

/// A coded picture of the base layer and the access unit that holds it: one row of a list of frames.
///
/// Pictures of layers above belong to the access unit and are no rows of their own (F.3.1).
public struct Picture: Sendable, Equatable {
  /// The index in decoding order, from 0.
  public var index: UInt64 = 0
  /// The file's byte at which the access unit begins: the start code, or the length, of its first NAL unit.
  public var offset: UInt64 = 0
  /// Bytes of the access unit with its start codes, or lengths, and trailing zeros.
  public var size: UInt64 = 0
  /// B where any slice is B, else P where any is P, else I.
  public var type = PictureType.unknown
  /// Whether it is an IRAP picture: IDR, CRA or BLA.
  public var isKeyframe = false
  /// How decoding may begin here; nil where it may not.
  public var randomAccess: RandomAccess?
  /// PicOrderCntVal (8.3.1).
  public var pictureOrderCount = 0
  /// A frame or, in a stream of fields (field_seq_flag), the field that a picture timing message tells.
  public var field = FieldKind.frame
  /// False for sub-layer non-reference pictures (nal_unit_type 0, 2, 4 … 14).
  public var isReference = true
  /// TemporalId, 0 to 6.
  public var temporalID: UInt8 = 0
  /// Independent slice segments.
  public var sliceCount: UInt32 = 0
  /// All slice segments, dependent ones included.
  public var segmentCount: UInt32 = 0
  /// SliceQpY of the first slice (7-54), −QpBdOffsetY to 51; nil where it could not be read.
  public var qp: Int?
  /// The place in output order, from 0, set by `DisplayOrder`; nil before, and for a picture that is never output.
  public var displayIndex: UInt64?

  /// nal_unit_type of the picture's slice segments.
  public var nalUnitType = NALUnitType(rawValue: 0)
  /// Whether it precedes in output order the random access picture that it follows in decoding order, and how; nil where it doesn't.
  public var leading: LeadingKind?
  /// RASL picture whose random access picture begins the sequence (NoRaslOutputFlag): it cannot be decoded and is not output.
  public var isSkippedLeading = false
  /// PicOutputFlag (8.3.1): false for skipped leading pictures, for pic_output_flag 0, and for unresolved pictures.
  public var isOutput = true
  /// Whether a coded video sequence begins here: IDR, BLA, CRA with NoRaslOutputFlag; the first picture of a stream whatever it is.
  public var startsSequence = false
  /// NoOutputOfPriorPicsFlag (C.5.2.2): pictures of the sequence before that still wait are not output. A decoder sets it itself
  /// for a CRA picture behind an end of sequence.
  public var noOutputOfPriorPics = false
  /// Whether parameter sets are missing or the first slice header is damaged, so that type, count and order are not known.
  public var isUnresolved = false
  /// What the sequence says about the output of its pictures.
  public var outputLimits = OutputLimits()

  /// A frame of which nothing is known.
  public init() {}
}

/// The type of a picture.
public enum PictureType: Sendable, Equatable {
  /// Intra slices alone.
  case i
  /// P slices, none of them B.
  case p
  /// B slices.
  case b
  /// No slice header could be read.
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

/// How decoding may begin at a picture.
public enum RandomAccess: Sendable, Equatable {
  /// Instantaneous decoding refresh (IDR_W_RADL, IDR_N_LP): no picture behind refers to one before.
  case idr
  /// Clean random access: RASL pictures behind refer to pictures before and are left out.
  case cra
  /// Broken link access: a CRA picture where another stream was joined.
  case bla
  /// A recovery point message: pictures are right from the one on whose count is so much greater (D.3.8).
  case recoveryPoint(pictureOrderCounts: Int)

  /// A word for each.
  public var name: StaticString {
    switch self {
    case .idr: "IDR"
    case .cra: "CRA"
    case .bla: "BLA"
    case .recoveryPoint: "recovery point"
    }
  }
}

/// What of a frame a picture holds.
public enum FieldKind: Sendable, Equatable {
  /// A frame.
  case frame
  /// The lines 0, 2, 4 …
  case top
  /// The lines 1, 3, 5 …
  case bottom

  /// A word for each.
  public var name: StaticString {
    switch self {
    case .frame: "frame"
    case .top: "top"
    case .bottom: "bottom"
    }
  }

  /// The field that pic_struct tells (Table D.2), where pictures are fields.
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

/// What a sequence parameter set says about the output of pictures, for the highest sub-layer.
public struct OutputLimits: Sendable, Equatable {
  /// sps_max_num_reorder_pics: more pictures than these do not wait for output.
  public var maxNumReorderPics = 0
  /// SpsMaxLatencyPictures (7-9): no picture waits for more pictures than these; nil for no limit.
  public var maxLatencyPictures: Int?

  /// No reordering.
  public init() {}

  /// The limits of a set; 16 pictures and no more where a VPS says it.
  public init(_ sps: SeqParameterSet) {
    guard let info = sps.subLayerOrderingInfo.last else {
      maxNumReorderPics = 16
      return
    }
    maxNumReorderPics = Int(info.maxNumReorderPics)
    if info.maxLatencyIncreasePlus1 > 0 { maxLatencyPictures = maxNumReorderPics + Int(clamping: info.maxLatencyIncreasePlus1) - 1 }
  }
}
