import H264Kit
import HEVCKit
import RemuxKit

/// A sample of a track with what its picture is: a row of a report.
struct RecordedSample {
  /// The sample, with times in units of the track's time scale.
  var media: MediaSample
  /// What is known of the sample and its picture.
  var flags = Flags()
  /// SliceQPY of the first slice; nil if it is not known.
  var qp: Int?

  /// Properties as the column `flags` of a report has them.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Decoding can begin here: a sync sample, or an IDR or IRAP picture.
    static let key = Flags(rawValue: 1)
    /// Other pictures may refer to it.
    static let reference = Flags(rawValue: 2)
    static let typeI = Flags(rawValue: 1 << 2)
    static let typeP = Flags(rawValue: 2 << 2)
    static let typeB = Flags(rawValue: 3 << 2)
    /// Decoding may begin here, and it is not an IDR picture.
    static let randomAccess = Flags(rawValue: 16)
    static let idr = Flags(rawValue: 32)
    /// A RASL or RADL picture.
    static let leading = Flags(rawValue: 64)
    /// The QP is known.
    static let hasQP = Flags(rawValue: 128)
  }

  /// Creates a sample without a picture.
  init(_ media: MediaSample) {
    self.media = media
    flags = media.isKey ? .key : []
  }

  /// Adds what its picture is.
  mutating func add(_ picture: PictureTraits) {
    flags.formUnion(picture.flags)
    qp = picture.qp
  }

  /// The letter of the picture type: I, P or B; nil if it is not known.
  var letter: StaticString? {
    switch flags.rawValue >> 2 & 3 {
    case 1: "I"
    case 2: "P"
    case 3: "B"
    default: nil
    }
  }
}

/// What a report has of a picture of either codec.
struct PictureTraits {
  var offset: UInt64
  var size: UInt64
  var flags: RecordedSample.Flags
  var qp: Int?
  /// The type of the second field, coded after the first one.
  var secondField: RecordedSample.Flags?

  init(_ picture: H264Picture) {
    (offset, size) = (picture.offset, picture.size)
    flags = picture.isReference ? .reference : []
    if !picture.isUnresolved { flags.formUnion(Self.flag(picture.type)) }
    if picture.isKeyframe { flags.insert(.idr) } else if picture.randomAccess != nil { flags.insert(.randomAccess) }
    qp = picture.qp
    if qp != nil { flags.insert(.hasQP) }
    secondField = picture.secondFieldType.map { Self.flag($0).union(picture.isReference ? .reference : []) }
  }

  init(_ picture: HEVCPicture) {
    (offset, size) = (picture.offset, picture.size)
    flags = picture.isReference ? .reference : []
    switch picture.type {
    case .i: flags.insert(.typeI)
    case .p: flags.insert(.typeP)
    case .b: flags.formUnion(.typeB)
    case .unknown: break
    }
    if picture.randomAccess == .idr { flags.insert(.idr) } else if picture.randomAccess != nil { flags.insert(.randomAccess) }
    if picture.leading != nil { flags.insert(.leading) }
    qp = picture.qp
    if qp != nil { flags.insert(.hasQP) }
  }

  private static func flag(_ type: H264Kit.PictureType) -> RecordedSample.Flags {
    switch type {
    case .i: .typeI
    case .p: .typeP
    case .b: .typeB
    }
  }
}

/// A coded picture buffer of a report: one schedule of the HRD parameters of a track.
struct RecordedBuffer {
  /// The index of the track.
  var track: Int
  /// Whether the schedule is one of the VCL HRD parameters.
  var isVCL: Bool
  /// SchedSelIdx.
  var index: Int
  /// Bits a second.
  var bitRate: UInt64
  /// The size in bits.
  var size: UInt64
  /// The largest size in bits that the level allows (MaxCPB); nil if it is not known.
  var levelSize: UInt64?
  /// cbr_flag.
  var isConstant: Bool
  var underflows: UInt64 = 0
  var overflows: UInt64 = 0

  /// Whether two are the same schedule.
  func isSame(_ other: RecordedBuffer) -> Bool {
    track == other.track && isVCL == other.isVCL && index == other.index && bitRate == other.bitRate && size == other.size
  }
}

/// The limits of the level of a track, for all NAL units.
struct RecordedLevel {
  /// The index of the track.
  var track: Int
  /// The number of the level, such as 3.1.
  var name: String
  /// Bits a second (MaxBR).
  var bitRate: UInt64
  /// The size of the coded picture buffer in bits (MaxCPB).
  var size: UInt64

  /// The limits of a set; nil if its profile or level has none.
  init?(_ set: H264Kit.SeqParameterSet, track: Int) {
    guard let level = H264Level(set), let factor = H264Level.nalFactor(of: set.profileIdc) else { return nil }
    (self.track, name, bitRate, size) = (track, set.levelName, level.maxBR * factor, level.maxCPB * factor)
  }

  /// The limits of a set; nil if its profile or level has none.
  init?(_ set: HEVCKit.SeqParameterSet, track: Int) {
    guard let profile = set.profileTierLevel, let level = HEVCLevel(profile), let idc = profile.general?.profileIdc, (1...3).contains(idc)
    else { return nil }
    (self.track, name, bitRate, size) = (track, profile.levelName, level.maxBR * 1100, level.maxCPB * 1100)
  }
}

/// The fullness of a buffer at the removal of an access unit.
struct RecordedFullness {
  /// The index of the buffer.
  var buffer: Int
  /// The time of the removal, in units of 1/90000 s.
  var time: Int64
  /// The bits in the buffer before the removal.
  var bits: Int64
  /// The bits that are removed.
  var removed: Int64
}
