/// The statistics that a writer collects for `onMetaData`, including as many keyframes as there is room for.
struct FLVMeasurements: Sendable {
  /// The statistics of a track.
  struct Track: Sendable {
    /// The number of frames, not counting tags without codec data.
    var frameCount: UInt64 = 0
    /// The total size of its tag bodies in bytes.
    var bodyBytes: UInt64 = 0
    /// The first and last decode time in milliseconds.
    var first: Int64 = 0
    var last: Int64 = 0
    /// The interval between the last two frames in milliseconds.
    var step: Int64 = 0
    /// The latest presentation time.
    var latest: Int64 = 0

    mutating func take(_ decodeTime: Int64, _ compositionTime: Int64) {
      if frameCount == 0 { (first, latest) = (decodeTime, decodeTime) } else { step = decodeTime &- last }
      frameCount &+= 1
      last = decodeTime
      latest = max(latest, decodeTime &+ compositionTime)
    }

    /// The end time of the last frame.
    var end: Int64 { latest &+ max(0, step) }
    /// Frames per second; 0 for fewer than two frames.
    var frameRate: Double { last > first ? Double(frameCount - 1) * 1000 / Double(last &- first) : 0 }
    /// Kilobits per second over the duration of the frames; nil if that is not known.
    var dataRate: Double? {
      let milliseconds = last &- first &+ max(0, step)
      return milliseconds > 0 ? Double(bodyBytes) * 8 / Double(milliseconds) : nil
    }
    /// Whether the times are those of a constant frame rate: they are rounded to milliseconds.
    func agrees(with frameRate: Double) -> Bool {
      frameCount > 1 && frameRate > 0 && abs(Double(frameCount - 1) * 1000 / frameRate - Double(last &- first)) <= 1
    }
  }

  var video = Track()
  var audio = Track()
  /// Whether the last video frame is a keyframe.
  var endsWithKeyframe = false
  /// The maximum number of stored keyframes.
  var capacity = 0
  private var keyframes: [(time: Int64, position: UInt64)] = []
  /// The stored keyframes are every `stride`-th one.
  private var stride: UInt64 = 1
  private var keyframeCount: UInt64 = 0

  /// Records a keyframe. When the table is full, every second entry is removed and the stride doubled, so the selection depends only on
  /// the number of keyframes.
  mutating func takeKeyframe(_ time: Int64, at position: UInt64) {
    if capacity <= 0 { return }
    if keyframeCount % stride == 0, keyframes.count == capacity {
      for index in 0..<(capacity + 1) / 2 { keyframes[index] = keyframes[2 * index] }
      keyframes.removeLast(capacity / 2)
      stride &*= 2
    }
    if keyframeCount % stride == 0 { keyframes.append((time, position)) }
    keyframeCount &+= 1
  }

  /// Seconds from the first frame to the end of the last.
  var duration: Double {
    switch (video.frameCount > 0, audio.frameCount > 0) {
    case (true, true): Double(max(video.end, audio.end) &- min(video.first, audio.first)) / 1000
    case (true, false): Double(video.end &- video.first) / 1000
    case (false, true): Double(audio.end &- audio.first) / 1000
    case (false, false): 0
    }
  }

  /// The keyframe index.
  var index: OnMetaData.Keyframes {
    OnMetaData.Keyframes(times: keyframes.map { Double($0.time) / 1000 }, filepositions: keyframes.map { Double($0.position) })
  }

  /// Returns the metadata with measured values filled in.
  func completing(_ data: FLVMetaData, filesize: UInt64) -> FLVMetaData {
    var data = data
    let measured = data.measured
    if measured.contains(.duration) { data.duration = duration }
    if measured.contains(.filesize) { data.filesize = Double(filesize) }
    if measured.contains(.videodatarate) { data.videodatarate = video.dataRate ?? 0 }
    if measured.contains(.audiodatarate) { data.audiodatarate = audio.dataRate ?? 0 }
    if measured.contains(.framerate), data.framerate.map({ video.agrees(with: $0) }) != true { data.framerate = video.frameRate }
    if measured.contains(.canSeekToEnd) { data.canSeekToEnd = endsWithKeyframe }
    return data
  }
}
