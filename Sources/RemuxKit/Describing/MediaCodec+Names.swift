import BitstreamKit

extension MediaCodec {
  /// The name of a codec without a case of its own, by its sample entry type; nil if unknown.
  ///
  /// MP4 Registration Authority, "Codecs"; QuickTime File Format, "Video Sample Description" and "Sound Sample Descriptions".
  static func name(_ type: FourCC) -> StaticString? {
    pictures(type) ?? sound(type) ?? linearSound(type) ?? others(type)
  }

  private static func pictures(_ type: FourCC) -> StaticString? {
    switch type {
    case "apco": "ProRes 422 Proxy"
    case "apcs": "ProRes 422 LT"
    case "apcn": "ProRes 422"
    case "apch": "ProRes 422 HQ"
    case "ap4h": "ProRes 4444"
    case "ap4x": "ProRes 4444 XQ"
    case "aprn": "ProRes RAW"
    case "aprh": "ProRes RAW HQ"
    case "s263", "h263", "H263": "H.263"
    case "evc1": "EVC"
    case "apv1": "APV"
    case "jpeg", "mjpa", "mjpg", "AVDJ", "MJPG": "Motion JPEG"
    case "mjpb": "Motion JPEG B"
    case "mjp2", "j2k1", "j2ki": "JPEG 2000"
    case "jxs1", "jxsm", "jxsi": "JPEG XS"
    case "png ": "PNG"
    case "gif ": "GIF"
    case "tiff": "TIFF"
    case "uncv", "unci": "uncompressed video"
    case "2vuy", "yuv2", "v210", "v308", "v408", "v410", "b64a": "uncompressed video"
    case "SVQ1", "svq1", "svqi": "Sorenson Video"
    case "SVQ3": "Sorenson Video 3"
    case "cvid": "Cinepak"
    case "rle ": "QuickTime Animation"
    case "rpza": "QuickTime Video"
    case "smc ": "QuickTime Graphics"
    case "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh2", "dvh3", "dvh5", "dvh6", "dvhp", "dvhq": "DV"
    case "mp2v", "m2v1", "hdv1", "hdv2", "hdv3", "mx3n", "mx3p", "mx4n", "mx4p", "mx5n", "mx5p", "xdv1", "xdv2", "xdvc", "xd54",
      "xd55", "xd5b":
      "MPEG-2 Video"
    case "AVdn", "AVdh": "DNxHD"
    case "CFHD": "CineForm"
    case "vc-1", "WMV3": "VC-1"
    case "FFV1": "FFV1"
    case "VP31": "VP3"
    case "VP6F", "VP6A": "VP6"
    case "FLV1": "Sorenson H.263"
    case "FSV1", "FSV2": "Screen Video"
    case "avs3": "AVS3"
    case "mvc1", "mvc2", "mvc3", "mvc4": "H.264 MVC"
    case "svc1", "svc2": "H.264 SVC"
    case "lhv1", "lhe1": "H.265 of several layers"
    default: nil
    }
  }

  private static func sound(_ type: FourCC) -> StaticString? {
    switch type {
    case "samr": "AMR"
    case "sawb": "AMR-WB"
    case "sawp": "AMR-WB+"
    case "alac": "Apple Lossless"
    case "mlpa": "Dolby TrueHD"
    case "ac-4": "AC-4"
    case "dtsc": "DTS"
    case "dtsh", "dtsl": "DTS-HD"
    case "dtse": "DTS Express"
    case "dtsx", "dtsy": "DTS:X"
    case "mha1", "mha2", "mhm1", "mhm2": "MPEG-H Audio"
    case "iamf": "IAMF"
    case ".mp1": "MP1"
    case ".mp2": "MP2"
    case "sevc": "EVRC"
    case "sqcp", "Qclp": "QCELP"
    case "ssmv": "SMV"
    case "wma ", "owma": "Windows Media Audio"
    case "QDM2", "QDMC": "QDesign Music"
    case "ima4": "IMA ADPCM"
    case "MAC3", "MAC6": "MACE"
    case "agsm": "GSM"
    case "g719": "G.719"
    case "spex": "Speex"
    case "nmos": "Nellymoser"
    case "adpc": "ADPCM"
    case "a3as": "AVS3 Audio"
    default: nil
    }
  }

  private static func linearSound(_ type: FourCC) -> StaticString? {
    switch type {
    case "sowt", "twos", "lpcm", "in24", "in32", "ipcm", "raw ", "NONE": "PCM"
    case "fl32", "fl64", "fpcm": "PCM of floating point"
    case "ulaw": "G.711 mu-law"
    case "alaw": "G.711 A-law"
    default: nil
    }
  }

  private static func others(_ type: FourCC) -> StaticString? {
    switch type {
    case "tx3g": "timed text (3GPP)"
    case "text": "QuickTime text"
    case "stpp": "TTML"
    case "sbtt": "text subtitles"
    case "wvtt": "WebVTT"
    case "c608": "CEA-608 captions"
    case "c708": "CEA-708 captions"
    case "tmcd": "timecode"
    case "mebx": "timed metadata"
    case "mett", "metx", "urim": "metadata"
    case "gpmd": "GoPro metadata"
    case "rtp ", "srtp", "rrtp": "RTP hints"
    case "sm2t", "rm2t", "pm2t": "MPEG-2 TS hints"
    case "mp4s": "MPEG-4 Systems"
    default: nil
    }
  }

  /// The name of a codec by the object type of its `esds` (ISO/IEC 14496-1, 7.2.6.6.2, and the registration authority's list).
  static func name(objectType: UInt8) -> StaticString? {
    switch objectType {
    case 0x01, 0x02: "MPEG-4 Systems"
    case 0x60...0x65: "MPEG-2 Video"
    case 0x6A: "MPEG-1 Video"
    case 0x6C: "JPEG"
    case 0x6D: "PNG"
    case 0x6E: "JPEG 2000"
    case 0xA0: "EVRC"
    case 0xA3: "VC-1"
    case 0xA9: "DTS"
    case 0xAA: "DTS-HD"
    case 0xAC: "DTS Express"
    case 0xDD: "Vorbis"
    case 0xE0: "VobSub"
    case 0xE1: "QCELP"
    default: nil
    }
  }
}
