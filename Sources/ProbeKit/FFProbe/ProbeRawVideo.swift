import BitstreamKit

/// Pictures that are not compressed.
enum ProbeRawVideo {
  /// FFmpeg's name of the pixels of a sample entry; nil if it is none of them.
  static func pixelFormat(_ type: FourCC, depth: Int) -> String? {
    switch type {
    case "2vuy", "UYVY", "HDYC", "UYNV", "UYNY", "uyv1", "2Vu1", "VDTZ", "bxyv", "auv2", "AVup": "uyvy422"
    case "yuvs", "YUY2", "yuv2", "Y422", "V422", "YUNV", "VYUY", "DVOO": "yuyv422"
    case "YVYU": "yvyu422"
    case "I420", "IYUV", "YV12", "yv12", "R420": "yuv420p"
    case "Y42B", "P422", "I422", "YV16": "yuv422p"
    case "I444", "YV24": "yuv444p"
    case "J420": "yuvj420p"
    case "J422": "yuvj422p"
    case "J444": "yuvj444p"
    case "YUV9", "YVU9": "yuv410p"
    case "Y41B", "R411": "yuv411p"
    case "Y411": "uyyvyy411"
    case "NV12": "nv12"
    case "NV21": "nv21"
    case "Y800", "Y8  ", "GREY": "gray"
    case "b16g": "gray16be"
    case "RGBA": "rgba"
    case "BGRA": "bgra"
    case "ABGR": "abgr"
    case "24BG", "bxbg", "WRAW": "bgr24"
    case "bxrg": "rgb24"
    case "L555": "rgb555le"
    case "L565": "rgb565le"
    case "B565": "rgb565be"
    case "RGB2": "rgb8"
    case "b48r": "rgb48be"
    case "b64a": "rgba64be"
    case "raw ", "NO16": depth == 16 ? "rgb555be" : depth == 24 ? "rgb24" : depth == 32 ? "argb" : "pal8"
    default: nil
    }
  }
}
