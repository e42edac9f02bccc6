import BitstreamKit

/// The audio object type: 0 to 30 in five bits, 32 to 95 after the escape 31.
///
/// ISO/IEC 14496-3:2019 1.6.2.1 `GetAudioObjectType( )`, values in Table 1.17.
public struct AudioObjectType: Syntax, Hashable, RawRepresentable {
  public static let structureName: StaticString = "GetAudioObjectType"

  /// The object type, 0 to 95 except 31, which is the escape.
  public var rawValue: UInt8 = 0

  /// The null object.
  public init() {}
  /// Creates an object type; only 0...30 and 32...95 can be written.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var audioObjectType = min(rawValue, 31)
    var audioObjectTypeExt = rawValue >= 32 ? rawValue - 32 : nil
    try c.u("audioObjectType", &audioObjectType, bits: 5)
    try c.u("audioObjectTypeExt", &audioObjectTypeExt, bits: 6, when: audioObjectType == 31)
    rawValue = audioObjectTypeExt.map { $0 + 32 } ?? audioObjectType
  }
}

extension AudioObjectType {
  /// AAC Main.
  public static let aacMain = AudioObjectType(rawValue: 1)
  /// AAC LC, low complexity, the most common type.
  public static let aacLC = AudioObjectType(rawValue: 2)
  /// AAC SSR, scalable sampling rate.
  public static let aacSSR = AudioObjectType(rawValue: 3)
  /// AAC LTP, long term prediction.
  public static let aacLTP = AudioObjectType(rawValue: 4)
  /// Spectral band replication: HE-AAC.
  public static let sbr = AudioObjectType(rawValue: 5)
  /// AAC Scalable.
  public static let aacScalable = AudioObjectType(rawValue: 6)
  /// TwinVQ.
  public static let twinVQ = AudioObjectType(rawValue: 7)
  /// Error resilient AAC LC.
  public static let erAACLC = AudioObjectType(rawValue: 17)
  /// Error resilient AAC LTP.
  public static let erAACLTP = AudioObjectType(rawValue: 19)
  /// Error resilient AAC Scalable.
  public static let erAACScalable = AudioObjectType(rawValue: 20)
  /// Error resilient TwinVQ.
  public static let erTwinVQ = AudioObjectType(rawValue: 21)
  /// Error resilient BSAC, bit sliced arithmetic coding.
  public static let erBSAC = AudioObjectType(rawValue: 22)
  /// Error resilient AAC LD, low delay.
  public static let erAACLD = AudioObjectType(rawValue: 23)
  /// Parametric stereo: HE-AAC v2.
  public static let ps = AudioObjectType(rawValue: 29)
  /// Audio lossless coding.
  public static let als = AudioObjectType(rawValue: 36)
  /// Error resilient AAC ELD, enhanced low delay.
  public static let erAACELD = AudioObjectType(rawValue: 39)
  /// Unified speech and audio coding: xHE-AAC.
  public static let usac = AudioObjectType(rawValue: 42)

  /// Whether the type's configuration is a `GASpecificConfig( )` (1.6.2.1).
  @inlinable public var usesGASpecificConfig: Bool {
    switch rawValue {
    case 1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23: true
    default: false
    }
  }

  /// Whether the type's configuration contains epConfig, the error protection scheme (1.6.2.1).
  @inlinable public var usesErrorProtection: Bool {
    switch rawValue {
    case 17, 19...27, 39: true
    default: false
    }
  }

  /// The type's name (Table 1.17), or "Reserved".
  public var name: StaticString {
    switch rawValue {
    case 0: "Null"
    case 1: "AAC Main"
    case 2: "AAC LC"
    case 3: "AAC SSR"
    case 4: "AAC LTP"
    case 5: "SBR"
    case 6: "AAC Scalable"
    case 7: "TwinVQ"
    case 8: "CELP"
    case 9: "HVXC"
    case 12: "TTSI"
    case 13: "Main synthetic"
    case 14: "Wavetable synthesis"
    case 15: "General MIDI"
    case 16: "Algorithmic Synthesis and Audio FX"
    case 17: "ER AAC LC"
    case 19: "ER AAC LTP"
    case 20: "ER AAC Scalable"
    case 21: "ER TwinVQ"
    case 22: "ER BSAC"
    case 23: "ER AAC LD"
    case 24: "ER CELP"
    case 25: "ER HVXC"
    case 26: "ER HILN"
    case 27: "ER Parametric"
    case 28: "SSC"
    case 29: "PS"
    case 30: "MPEG Surround"
    case 32: "Layer-1"
    case 33: "Layer-2"
    case 34: "Layer-3"
    case 35: "DST"
    case 36: "ALS"
    case 37: "SLS"
    case 38: "SLS non-core"
    case 39: "ER AAC ELD"
    case 40: "SMR Simple"
    case 41: "SMR Main"
    case 42: "USAC"
    case 43: "SAOC"
    case 44: "LD MPEG Surround"
    case 45: "SAOC-DE"
    case 46: "Audio Sync"
    default: "Reserved"
    }
  }
}
