import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// Apple's players do not promise to decode the chroma format or bit depth.
final class AppleChroma: MovieRule {
  override var page: RulePage {
    RulePage(
      "apple.chroma", .warning, "Apple's players do not promise to decode the chroma format or bit depth",
      clause: """
        Apple, HLS authoring specification, 'Video encoding requirements': H.264 up to High Profile, H.265 up to Main 10; technical \
        specifications of iPhone and iPad, 'Video playback'
        """,
      cause: """
        The encoder kept the 4:2:2 or 4:4:4 chroma, or the 10 bits, of its input. Safari and QuickTime Player show nothing, or decode \
        in software on some machines only.
        """,
      remedy: "Encode with 'ffmpeg -pix_fmt yuv420p', or H.265 with 'yuv420p10le'.",
      targets: [.safari, .quicktime])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let (chroma, depth, most): (UInt8, UInt8, UInt8)
    if let set = track.h264?.firstSet {
      let format = set.sampleFormat ?? .init()
      (chroma, depth, most) = (format.chromaFormatIdc, 8 + max(format.bitDepthLumaMinus8, format.bitDepthChromaMinus8), 8)
    } else if let format = track.hevc?.firstSet?.format {
      (chroma, depth, most) = (format.chromaFormatIdc, 8 + max(format.bitDepthLumaMinus8, format.bitDepthChromaMinus8), 10)
    } else {
      return
    }
    // 4:0:0 and 4:2:0.
    guard chroma > 1 || depth > most else { return }
    run.find(
      self, "chroma_format_idc is \(chroma), the samples have \(depth) bits",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath)
  }
}
