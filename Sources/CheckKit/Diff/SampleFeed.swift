import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// A sample as it is compared.
package struct DiffSample: Sendable {
  /// The number in its track, from 0.
  package var number: Int
  /// The hash of its coded bytes.
  package var hash: UInt64
  /// Offset, size, times and flags.
  package var media: MediaSample
  /// How its NAL units are delimited.
  var framing = MediaFraming.opaque

  /// Creates a sample.
  package init(number: Int, hash: UInt64, media: MediaSample) {
    self.number = number
    self.hash = hash
    self.media = media
  }
}

/// Delivers the samples of a track in decoding order.
package protocol SampleSupply: AnyObject {
  /// The next sample; nil after the last.
  func next() throws(MediaError) -> DiffSample?
}

/// Reads the samples of a track of a file, and collects its parameter sets.
final class SampleFeed: SampleSupply {
  /// The largest parameter set that is read.
  private static let maxSetSize = 1 << 16

  let track: MediaTrack
  let container: MediaContainer
  private let source: AnyByteSource
  /// The codec of the NAL units; nil if samples are compared as a whole.
  let videoCodec: VideoCodec?
  private var reader: MediaReader
  private var units: SampleUnits
  private var number = 0
  /// The framing of the samples of the current description.
  private var framing = (index: 0 as UInt32, value: MediaFraming.opaque)
  /// The number of configurations whose sets have been collected.
  private var configurationCount = 0
  /// The parameter sets so far; nil if the track has none.
  private(set) var catalog: ParamsCatalog?
  /// The number of access unit delimiters so far.
  private(set) var delimiterCount: UInt64 = 0
  /// Whether parameter sets are collected.
  private let collectsSets: Bool

  /// The messages of the configuration records of both files.
  let recordMessages: [[UInt8]]

  init(_ file: DiffFile, track: Int, collectsSets: Bool, recordMessages: [[UInt8]]) throws(MediaError) {
    self.track = file.reader.tracks[track]
    container = file.reader.container
    source = AnyByteSource(file.input)
    reader = try file.reader.reopened(track: track)
    var codec: VideoCodec?
    if !self.track.isProtected {
      switch self.track.codec {
      case .h264: codec = .h264
      case .hevc: codec = .hevc
      default: break
      }
    }
    videoCodec = codec
    self.recordMessages = recordMessages
    units = SampleUnits(source, codec, recordMessages: recordMessages)
    self.collectsSets = collectsSets && codec != nil
    if self.collectsSets, let codec { catalog = ParamsCatalog(codec) }
    takeRecords()
  }

  /// The number of samples so far of which bytes are missing.
  private var missingCount: UInt64 = 0

  /// What was found wrong with the samples so far.
  var findings: [String] {
    reader.findings
      + (missingCount == 0
        ? [] : ["track \(track.index): \(counted(missingCount, "sample is", "samples are")) outside the file or truncated"])
  }

  /// Whether bytes of a sample are missing.
  func isTruncated(_ sample: MediaSample) -> Bool { !sample.isWhole(in: source.byteCount) }

  /// The configurations of the track, as far as it has been read.
  var configurations: [MediaConfiguration] { reader.configurations(ofTrack: track.index) }

  func next() throws(MediaError) -> DiffSample? {
    guard let media = try reader.next() else {
      takeRecords()
      return nil
    }
    if framing.index != media.descriptionIndex {
      framing = (media.descriptionIndex, reader.framing(ofTrack: track.index, description: media.descriptionIndex))
    }
    var sample = DiffSample(number: number, hash: 0, media: media)
    sample.framing = framing.value
    number += 1
    if isTruncated(media) { missingCount += 1 }
    do { sample.hash = try hash(media, framing.value) } catch { throw .bytes(error) }
    return sample
  }

  private func hash(_ media: MediaSample, _ framing: MediaFraming) throws(ByteError) -> UInt64 {
    var hash = PayloadHash()
    try units.begin(media, framing)
    while let unit = try units.next() {
      switch unit.kind {
      case .coded: try units.add(unit.range, to: &hash)
      case .recordMessage: break
      case .delimiter: if !unit.range.isEmpty { delimiterCount += 1 }
      case .parameterSet:
        if collectsSets {
          var own = SampleUnits(source, nil)
          let length = unit.range.upperBound - unit.range.lowerBound
          _ = catalog?.take(try own.bytes(unit.range, limit: Self.maxSetSize), at: unit.range.lowerBound, length: length)
        }
      }
    }
    return hash.value
  }

  /// Collects the sets of configuration records. A byte stream has none.
  private func takeRecords() {
    guard collectsSets, container == .mp4 || container == .flv else { return }
    let all = reader.configurations(ofTrack: track.index)
    for configuration in all.dropFirst(configurationCount) {
      switch configuration {
      case .avc(var record):
        // Records of other versions are not written; the versions are compared apart.
        record.configurationVersion = 1
        if let bytes = try? record.encoded() { _ = catalog?.takeRecord(bytes) }
      case .hevc(var record):
        record.configurationVersion = 1
        if let bytes = try? record.encoded() { _ = catalog?.takeRecord(bytes) }
      case .none, .aac, .box: break
      }
    }
    configurationCount = max(configurationCount, all.count)
  }
}
