import ProbeKit
import RemuxKit

/// A target does not take files of this format.
final class TargetContainer: FileRule {
  override var page: RulePage {
    RulePage(
      "target.container", .error, "a target does not take files of this format",
      clause: """
        ISO/IEC 23000-19:2020 7.2 and ISO/IEC 23009-1:2022 6.3 (fragments of MP4), RFC 8216 3 (segments of HLS), Adobe RTMP 7.1 (FLV tags); \
        the lists of media formats of Android, Chromium and WebKit
        """,
      cause:
        "The file is a recording of a stream, or what an encoder writes. The rules of the target are about other files: they are not applied.",
      remedy: "Remux the file to MP4, or to FLV for RTMP, and check the result: 'mediaprobe remux FILE OUT.mp4'.",
      targets: CheckTarget.allCases)
  }

  override func file(_ container: MediaContainer, _ run: CheckRun) {
    for target in run.options.targets where !target.containers.contains(container) {
      let taken = target.containers.map { "\($0.name)" }.joined(separator: " or ")
      run.find(self, "the file is \(container.name), and \(target.name) takes \(taken)")
    }
  }
}

extension CheckTarget {
  /// The formats that are taken, or can be sent without a change of the samples.
  fileprivate var containers: [MediaContainer] {
    switch self {
    case .safari, .chrome, .quicktime, .android, .hls, .web: [.mp4, .adts]
    case .cmaf, .dash: [.mp4]
    case .rtmp: [.flv, .mp4]
    }
  }
}
