import H264Kit
import HEVCKit
import NALKit
import RemuxKit

/// Records the pictures of an encrypted track, as far as their headers are clear.
struct EncryptedPictures {
  private let codec: VideoCodec
  private let recorder: SampleRecorder
  private var h264 = H264Kit.PictureParser()
  private var hevc = HEVCKit.PictureParser()

  init(_ codec: VideoCodec, _ recorder: SampleRecorder) { (self.codec, self.recorder) = (codec, recorder) }

  /// - Parameter bytes: what the range of a unit refers to.
  mutating func take(_ event: TrackUnits.Event, _ bytes: [UInt8]) {
    switch event {
    case .sample:
      h264.beginSample()
      hevc.beginSample()
    case .configuration(let unit, let own):
      switch codec {
      case .h264: h264.takeConfiguration(own, unit.range, unitOffset: unit.position.offset)
      case .hevc: hevc.takeConfiguration(own, unit.range, unitOffset: unit.position.offset)
      }
    case .unit(let unit): take(unit, bytes)
    case .finding, .blank: break
    }
    h264.findings.removeAll()
    hevc.findings.removeAll()
  }

  private mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8]) {
    let (range, place, start, end) = (unit.range, unit.position.offset, unit.position.startCodeOffset, unit.end)
    switch codec {
    case .h264:
      let picture =
        unit.isEncrypted
        ? h264.takeEncrypted(bytes, range, unitOffset: place, offset: start, end: end)
        : h264.take(bytes, range, unitOffset: place, offset: start, end: end)
      if let picture { recorder.note(picture, isStream: false) }
    case .hevc:
      let picture =
        unit.isEncrypted
        ? hevc.takeEncrypted(bytes, range, unitOffset: place, offset: start, end: end)
        : hevc.take(bytes, range, unitOffset: place, offset: start, end: end)
      if let picture { recorder.note(picture, isStream: false) }
    }
  }

  /// Records the last picture.
  mutating func finish() {
    if let last = h264.finish() { recorder.note(last, isStream: false) }
    if let last = hevc.finish() { recorder.note(last, isStream: false) }
  }
}
