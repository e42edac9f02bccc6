import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import RemuxKit

extension FLVTagFacts {
  /// The size of the tag in bytes, its PreviousTagSize excluded.
  var size: UInt64 { UInt64(tag.header.dataSize) + 11 }
  /// The tag as the first part of a finding's path.
  var path: String { "tag \(index)" }
}

extension FLVFacts {
  /// The timestamps of the first and the last tag with media, in milliseconds.
  var firstMilliseconds: UInt32? { [audio.first, video.first].compactMap { $0 }.min() }
  var lastMilliseconds: UInt32? {
    guard let last = [audio.last, video.last].compactMap({ $0 }).max(), let first = firstMilliseconds, last >= first else { return nil }
    return last
  }

  /// The first video track; set with `tracks`.
  var videoTrack: TrackFacts? { tracks.first { $0.media.kind == .video } }
  /// The first audio track.
  var audioTrack: TrackFacts? { tracks.first { $0.media.kind == .audio } }

  /// The size of the pictures after cropping, from the first sequence parameter set; nil if there is none.
  var pictureSize: PictureSize? { videoTrack?.h264?.firstSet?.croppedSize ?? videoTrack?.hevc?.firstSet?.croppedSize }

  /// Whether a size is that of the pictures with square samples.
  func isDisplaySize(_ width: Double, _ height: Double) -> Bool {
    let ratio = videoTrack?.h264?.firstSet?.sampleAspectRatio ?? videoTrack?.hevc?.firstSet?.sampleAspectRatio
    guard let size = pictureSize, let ratio, ratio.value > 0 else { return false }
    let isWide = (Double(size.width) * ratio.value - width).magnitude < 2 && (Double(size.height) - height).magnitude < 1
    let isTall = (Double(size.height) / ratio.value - height).magnitude < 2 && (Double(size.width) - width).magnitude < 1
    return isWide || isTall
  }

  /// The average number of pictures a second; nil for fewer than ten pictures.
  var measuredFrameRate: Double? {
    guard let first = video.first, let last = video.last, last > first, video.mediaCount >= 10 else { return nil }
    return Double(video.mediaCount - 1) * 1000 / Double(last - first)
  }

  /// The average rate of a kind of tags in kilobits per second; nil for less than two seconds.
  func measuredRate(_ totals: FLVTotals) -> Double? {
    guard let first = totals.first, let last = totals.last, last > first, last - first >= 2000 else { return nil }
    return Double(totals.byteCount) * 8 / Double(last - first)
  }

  /// The number of channels of AAC; nil for other sound.
  var channelCount: Int? { audioTrack?.aac?.configuration?.channelCount }

  /// The sample rates of AAC: with and without spectral band replication; nil for other sound.
  var sampleRates: [UInt32]? {
    guard let configuration = audioTrack?.aac?.configuration, let rate = configuration.coreSampleRate else { return nil }
    return [configuration.sampleRate ?? rate, rate, rate * 2]
  }
}
