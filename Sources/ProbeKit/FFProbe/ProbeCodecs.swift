import BitstreamKit
import RemuxKit

extension ProbeCodec {
  static let h264 = ProbeCodec("h264", "H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10")
  static let hevc = ProbeCodec("hevc", "H.265 / HEVC (High Efficiency Video Coding)")
  static let aac = ProbeCodec("aac", "AAC (Advanced Audio Coding)")
  static let mp3 = ProbeCodec("mp3", "MP3 (MPEG audio layer 3)")
  static let ac3 = ProbeCodec("ac3", "ATSC A/52A (AC-3)")
  static let eac3 = ProbeCodec("eac3", "ATSC A/52B (AC-3, E-AC-3)")
  static let opus = ProbeCodec("opus", "Opus (Opus Interactive Audio Codec)")
  static let flac = ProbeCodec("flac", "FLAC (Free Lossless Audio Codec)")
  static let mpeg4 = ProbeCodec("mpeg4", "MPEG-4 part 2")
  static let mjpeg = ProbeCodec("mjpeg", "Motion JPEG")
  static let png = ProbeCodec("png", "PNG (Portable Network Graphics) image")
  static let mpeg1 = ProbeCodec("mpeg1video", "MPEG-1 video")
  static let mpeg2 = ProbeCodec("mpeg2video", "MPEG-2 video")
  static let binary = ProbeCodec("bin_data", "binary data")
  static let movText = ProbeCodec("mov_text", "MOV text")
  static let flv1 = ProbeCodec("flv1", "FLV / Sorenson Spark / Sorenson H.263 (Flash Video)")
  static let av1 = ProbeCodec("av1", "Alliance for Open Media AV1")
  static let vp8 = ProbeCodec("vp8", "On2 VP8")
  static let vp9 = ProbeCodec("vp9", "Google VP9")
  static let prores = ProbeCodec("prores", "Apple ProRes (iCodec Pro)")

  /// Maps an MP4 sample entry to a codec; nil if ffprobe 5.1 has no name for it.
  init?(entry: FourCC, objectType: UInt8?, bits: Int) {
    switch MediaCodec(sampleEntry: entry, objectType: objectType) {
    case .h264: self = .h264
    case .hevc: self = .hevc
    case .vvc: return nil
    case .av1: self = .av1
    case .vp8: self = .vp8
    case .vp9: self = .vp9
    case .mpeg4Visual: self = .mpeg4
    case .aac: self = .aac
    case .mp3: self = .mp3
    case .opus: self = .opus
    case .flac: self = .flac
    case .ac3: self = .ac3
    case .eac3: self = .eac3
    case .other(let type):
      guard let found = Self.byObjectType(type, objectType) ?? Self.pictures(type) ?? Self.sound(type, bits) ?? Self.texts(type) else {
        return nil
      }
      self = found
    }
  }

  private static func byObjectType(_ entry: FourCC, _ type: UInt8?) -> ProbeCodec? {
    guard entry == "mp4a" || entry == "mp4v" || entry == "mp4s", let type else { return nil }
    switch type {
    case 0x60...0x65: return .mpeg2
    case 0x6A: return .mpeg1
    case 0x6C: return .mjpeg
    case 0x6D: return .png
    case 0x20: return .mpeg4
    case 0x21: return .h264
    case 0x23: return .hevc
    case 0xA9: return ProbeCodec("dts", "DCA (DTS Coherent Acoustics)")
    case 0xB1: return .vp9
    case 0xDD: return ProbeCodec("vorbis", "Vorbis")
    default: return nil
    }
  }

  private static func pictures(_ type: FourCC) -> ProbeCodec? {
    switch type {
    case "s263", "h263", "H263": ProbeCodec("h263", "H.263 / H.263-1996, H.263+ / H.263-1998 / H.263 version 2")
    case "ap4h", "ap4x", "apch", "apcn", "apcs", "apco": .prores
    case "SVQ1", "svq1", "svqi": ProbeCodec("svq1", "Sorenson Vector Quantizer 1 / Sorenson Video 1 / SVQ1")
    case "SVQ3": ProbeCodec("svq3", "Sorenson Vector Quantizer 3 / Sorenson Video 3 / SVQ3")
    case "jpeg", "mjpa", "AVDJ", "AVRn", "dmb1", "MJPG": .mjpeg
    case "mjpb": ProbeCodec("mjpegb", "Apple MJPEG-B")
    case "png ", "MNG ": .png
    case "DIVX", "XVID", "3IV2": .mpeg4
    case "3IVD": ProbeCodec("msmpeg4v3", "MPEG-4 part 2 Microsoft variant version 3")
    case "ai5p", "ai5q", "ai52", "ai53", "ai55", "ai56", "ai1p", "ai1q", "ai12", "ai13", "ai15", "ai16", "AVin", "aivx", "rv64", "xalg",
      "avlg":
      .h264
    case "m1v ", "m1v1", "mpeg", "mp1v": .mpeg1
    // Of cameras and Avid, HDV, IMX, XDCAM HD422, XDCAM EX and XDCAM HD.
    case "mp2v", "m2v1", "AVmp", "hdv1", "hdv2", "hdv3", "hdv4", "hdv5", "hdv6", "hdv7", "hdv8", "hdv9", "hdva", "mx5n", "mx5p", "mx4n",
      "mx4p", "mx3n", "mx3p", "xd51", "xd54", "xd55", "xd59", "xd5a", "xd5b", "xd5c", "xd5d", "xd5e", "xd5f", "xdv1", "xdv2", "xdv3",
      "xdv4", "xdv5", "xdv6", "xdv7", "xdv8", "xdv9", "xdva", "xdvb", "xdvc", "xdvd", "xdve", "xdvf", "xdhd", "xdh2":
      .mpeg2
    case "cvid": ProbeCodec("cinepak", "Cinepak")
    case "rle ": ProbeCodec("qtrle", "QuickTime Animation (RLE) video")
    case "dvc ", "dvcp", "dvpp", "dvlp", "dvl ", "dv5p", "dv5n", "dvhp", "dvhq", "dvh1", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "AVdv",
      "AVd1":
      ProbeCodec("dvvideo", "DV (Digital Video)")
    case "AVdn", "AVdh": ProbeCodec("dnxhd", "VC3/DNxHD")
    case "vc-1": ProbeCodec("vc1", "SMPTE VC-1")
    case "mjp2": ProbeCodec("jpeg2000", "JPEG 2000")
    default: ProbeRawVideo.pixelFormat(type, depth: 24) == nil ? morePictures(type) : ProbeCodec("rawvideo", "raw video")
    }
  }

  private static func morePictures(_ type: FourCC) -> ProbeCodec? {
    switch type {
    case "CFHD": ProbeCodec("cfhd", "GoPro CineForm HD")
    case "Hap1", "Hap5", "HapY", "HapA", "HapM": ProbeCodec("hap", "Vidvox Hap")
    case "DXD3", "DXDI": ProbeCodec("dxv", "Resolume DXV")
    case "icod": ProbeCodec("aic", "Apple Intermediate Codec")
    case "pxlt": ProbeCodec("pixlet", "Apple Pixlet")
    case "FFV1": ProbeCodec("ffv1", "FFmpeg video codec #1")
    case "v210", "bxy2": ProbeCodec("v210", "Uncompressed 4:2:2 10-bit")
    case "r210": ProbeCodec("r210", "Uncompressed RGB 10-bit")
    case "R10k", "R10g": ProbeCodec("r10k", "AJA Kona 10-bit RGB Codec")
    case "v308": ProbeCodec("v308", "Uncompressed packed 4:4:4")
    case "v408": ProbeCodec("v408", "Uncompressed packed QT 4:4:4:4")
    case "v410": ProbeCodec("v410", "Uncompressed 4:4:4 10-bit")
    case "yuv4": ProbeCodec("yuv4", "Uncompressed packed 4:2:0")
    case "Y41P": ProbeCodec("y41p", "Uncompressed YUV 4:1:1 12-bit")
    case "Y216": ProbeCodec("targa_y216", "Pinnacle TARGA CineWave YUV16")
    case "AVUI": ProbeCodec("avui", "Avid Meridien Uncompressed")
    case "AVrp", "SUDS": ProbeCodec("avrp", "Avid 1:1 10-bit RGB Packer")
    case "VP31": ProbeCodec("vp3", "On2 VP3")
    case "rpza": ProbeCodec("rpza", "QuickTime video (RPZA)")
    case "smc ": ProbeCodec("smc", "QuickTime Graphics (SMC)")
    case "8BPS": ProbeCodec("8bps", "QuickTime 8BPS video")
    case "qdrw": ProbeCodec("qdraw", "Apple QuickDraw")
    case "drac": ProbeCodec("dirac", "Dirac")
    case "tga ": ProbeCodec("targa", "Truevision Targa image")
    case "tiff": ProbeCodec("tiff", "TIFF image")
    case "gif ": ProbeCodec("gif", "CompuServe GIF (Graphics Interchange Format)")
    case "dpx ": ProbeCodec("dpx", "DPX (Digital Picture Exchange) image")
    case "exr ": ProbeCodec("exr", "OpenEXR image")
    default: nil
    }
  }

  private static func sound(_ type: FourCC, _ bits: Int) -> ProbeCodec? {
    switch type {
    case "samr": ProbeCodec("amr_nb", "AMR-NB (Adaptive Multi-Rate NarrowBand)")
    case "sawb": ProbeCodec("amr_wb", "AMR-WB (Adaptive Multi-Rate WideBand)")
    case "alac": ProbeCodec("alac", "ALAC (Apple Lossless Audio Codec)")
    case "sowt":
      bits == 8 ? ProbeCodec("pcm_s8", "PCM signed 8-bit") : ProbeCodec("pcm_s16le", "PCM signed 16-bit little-endian")
    case "twos": bits == 8 ? ProbeCodec("pcm_s8", "PCM signed 8-bit") : ProbeCodec("pcm_s16be", "PCM signed 16-bit big-endian")
    case "in24": ProbeCodec("pcm_s24be", "PCM signed 24-bit big-endian")
    case "in32": ProbeCodec("pcm_s32be", "PCM signed 32-bit big-endian")
    case "fl32": ProbeCodec("pcm_f32be", "PCM 32-bit floating point big-endian")
    case "fl64": ProbeCodec("pcm_f64be", "PCM 64-bit floating point big-endian")
    case "ulaw": ProbeCodec("pcm_mulaw", "PCM mu-law / G.711 mu-law")
    case "alaw": ProbeCodec("pcm_alaw", "PCM A-law / G.711 A-law")
    case "wma ": ProbeCodec("wmav2", "Windows Media Audio 2")
    case "mhm1", "mha1": ProbeCodec("mpegh_3d_audio", "MPEG-H 3D Audio")
    case "dtsc", "dtsh", "dtsl", "dtse", "DTS ": ProbeCodec("dts", "DCA (DTS Coherent Acoustics)")
    case "mlpa": ProbeCodec("truehd", "TrueHD")
    case "ima4": ProbeCodec("adpcm_ima_qt", "ADPCM IMA QuickTime")
    case "nmos": ProbeCodec("nellymoser", "Nellymoser Asao")
    case "spex": ProbeCodec("speex", "Speex")
    case "AC-3", "sac3": .ac3
    case "mp3 ", "ms\0U": .mp3
    case ".mp1": ProbeCodec("mp1", "MP1 (MPEG audio layer 1)")
    case ".mp2": ProbeCodec("mp2", "MP2 (MPEG audio layer 2)")
    case "MAC3": ProbeCodec("mace3", "MACE (Macintosh Audio Compression/Expansion) 3:1")
    case "MAC6": ProbeCodec("mace6", "MACE (Macintosh Audio Compression/Expansion) 6:1")
    // Formats of WAVE, by their numbers.
    case "ms\0\u{02}": ProbeCodec("adpcm_ms", "ADPCM Microsoft")
    case "ms\0\u{11}": ProbeCodec("adpcm_ima_wav", "ADPCM IMA WAV")
    case "QDM2": ProbeCodec("qdm2", "QDesign Music Codec 2")
    case "QDMC": ProbeCodec("qdmc", "QDesign Music")
    case "Qclp", "Qclq", "sqcp": ProbeCodec("qcelp", "QCELP / PureVoice")
    case "agsm": ProbeCodec("gsm", "GSM")
    case "ilbc": ProbeCodec("ilbc", "iLBC (Internet Low Bitrate Codec)")
    case "sevc": ProbeCodec("evrc", "EVRC (Enhanced Variable Rate Codec)")
    case "vdva", "dvca": ProbeCodec("dvaudio", "DV audio")
    case "adpc": ProbeCodec("adpcm_swf", "ADPCM Shockwave Flash")
    default: nil
    }
  }

  private static func texts(_ type: FourCC) -> ProbeCodec? {
    switch type {
    case "tx3g", "text": .movText
    case "c608": ProbeCodec("eia_608", "EIA-608 closed captions")
    case "gpmd", "fdsc": .binary
    case "FLV1": .flv1
    case "VP6F": ProbeCodec("vp6f", "On2 VP6 (Flash version)")
    case "VP6A": ProbeCodec("vp6a", "On2 VP6 (Flash version, with alpha channel)")
    case "FSV1": ProbeCodec("flashsv", "Flash Screen Video v1")
    case "FSV2": ProbeCodec("flashsv2", "Flash Screen Video v2")
    default: nil
    }
  }

  /// Sample format of the decoder's output; nil if unknown.
  var sampleFormat: StaticString? {
    switch name.description {
    case "aac", "mp3", "ac3", "eac3", "opus", "vorbis", "wmav1", "wmav2", "wmapro", "amr_nb", "amr_wb", "dts": "fltp"
    case "pcm_s16le", "pcm_s16be", "pcm_alaw", "pcm_mulaw", "adpcm_swf", "adpcm_ms", "flac", "gsm", "dvaudio", "ilbc", "qdm2", "qdmc": "s16"
    case "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be": "s32"
    case "pcm_f32be", "pcm_f32le", "nellymoser", "speex": "flt"
    case "pcm_f64be", "pcm_f64le": "dbl"
    case "alac", "adpcm_ima_qt", "adpcm_ima_wav", "mp1", "mp2", "mace3", "mace6": "s16p"
    case "pcm_s8", "pcm_u8": "u8"
    case "truehd": "s32"
    default: nil
    }
  }

  /// Bits per sample if the codec fixes them, otherwise 0.
  var bitsPerSample: Int {
    switch name.description {
    case "pcm_s8", "pcm_u8", "pcm_alaw", "pcm_mulaw": 8
    case "pcm_s16le", "pcm_s16be": 16
    case "pcm_s24le", "pcm_s24be": 24
    case "pcm_s32le", "pcm_s32be", "pcm_f32be", "pcm_f32le": 32
    case "pcm_f64be", "pcm_f64le": 64
    case "adpcm_swf", "adpcm_ima_qt", "adpcm_ima_wav", "adpcm_ms": 4
    default: 0
    }
  }
}

/// ffprobe's names for the code points of ITU-T H.273.
enum ProbeColour {
  static func primaries(_ code: Int) -> StaticString? {
    switch code {
    case 1: "bt709"
    case 4: "bt470m"
    case 5: "bt470bg"
    case 6: "smpte170m"
    case 7: "smpte240m"
    case 8: "film"
    case 9: "bt2020"
    case 10: "smpte428"
    case 11: "smpte431"
    case 12: "smpte432"
    case 22: "ebu3213"
    default: nil
    }
  }

  static func transfer(_ code: Int) -> StaticString? {
    switch code {
    case 1: "bt709"
    case 4: "bt470m"
    case 5: "bt470bg"
    case 6: "smpte170m"
    case 7: "smpte240m"
    case 8: "linear"
    case 9: "log100"
    case 10: "log316"
    case 11: "iec61966-2-4"
    case 12: "bt1361e"
    case 13: "iec61966-2-1"
    case 14: "bt2020-10"
    case 15: "bt2020-12"
    case 16: "smpte2084"
    case 17: "smpte428"
    case 18: "arib-std-b67"
    default: nil
    }
  }

  static func space(_ code: Int) -> StaticString? {
    switch code {
    case 0: "gbr"
    case 1: "bt709"
    case 4: "fcc"
    case 5: "bt470bg"
    case 6: "smpte170m"
    case 7: "smpte240m"
    case 8: "ycgco"
    case 9: "bt2020nc"
    case 10: "bt2020c"
    case 11: "smpte2085"
    case 12: "chroma-derived-nc"
    case 13: "chroma-derived-c"
    case 14: "ictcp"
    default: nil
    }
  }

  /// Name of a `chroma_sample_loc_type`.
  static func location(_ type: Int) -> StaticString? {
    switch type {
    case 0: "left"
    case 1: "center"
    case 2: "topleft"
    case 3: "top"
    case 4: "bottomleft"
    case 5: "bottom"
    default: nil
    }
  }

  /// The default layout for a number of channels.
  static func layout(_ channels: Int) -> StaticString? {
    switch channels {
    case 1: "mono"
    case 2: "stereo"
    case 3: "3.0"
    case 4: "4.0"
    case 5: "5.0"
    case 6: "5.1"
    case 8: "7.1"
    default: nil
    }
  }
}
