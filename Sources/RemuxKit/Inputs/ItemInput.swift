import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

/// An image item of a HEIF file as a track with a single sample and no times.
struct ItemInput: ContainerInput {
  let tracks: [MediaTrack]
  private let described: MediaSampleDescription
  private let place: Range<UInt64>
  private var isRead = false

  /// - Throws: `MediaError` if the item has no NAL units, or if its data is not one range of the file.
  init(_ item: ImageItem) throws(MediaError) {
    guard let codec = item.videoCodec else { throw .unsupported("item \(item.id) is \(item.kindName), which has no NAL units") }
    guard var place = item.extents.first else { throw .malformed("item \(item.id) has no data in this file") }
    for next in item.extents.dropFirst() {
      guard next.lowerBound == place.upperBound else {
        throw .unsupported("item \(item.id) is in \(item.extents.count) extents that are not adjacent")
      }
      place = place.lowerBound..<next.upperBound
    }
    var track = MediaTrack(index: 0, id: item.id, kind: .video, codec: codec == .h264 ? .h264 : .hevc, timescale: nil)
    if let size = item.size { (track.width, track.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height)) }
    switch item.configuration {
    case .avc(let record) where codec == .h264: described = MediaSampleDescription(record, at: item.configurationOffset)
    case .hevc(let record) where codec == .hevc: described = MediaSampleDescription(record, at: item.configurationOffset)
    default: described = MediaSampleDescription()
    }
    (track.configuration, track.framing) = (described.configuration, described.framing)
    track.sampleCount = 1
    tracks = [track]
    self.place = place
  }

  var traits: InputTraits { InputTraits(isIndexed: true, knowsDescriptions: true) }
  var findings: [String] { [] }

  mutating func next() throws(MediaError) -> MediaSample? {
    if isRead { return nil }
    isRead = true
    return MediaSample(
      track: 0, decodeTime: 0, presentationTime: 0, duration: 0, offset: place.lowerBound, size: place.upperBound - place.lowerBound,
      isKey: true)
  }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { track == 0 && index == 1 ? described : nil }
}

extension MediaReader {
  /// Opens an image item of a HEIF file, as a track with one sample and no times.
  /// - Throws: `MediaError` if the item has no NAL units, or if its data is not one range of the file.
  public init(_ item: ImageItem) throws(MediaError) { self.init(listing: InputBox(try ItemInput(item)), track: nil) }
}

extension MediaInput {
  /// Opens an image item of a HEIF file, as `MediaReader.init(_:)` does; nil if the file is none, or if it has tracks and `id` is nil.
  /// - Parameters:
  ///   - id: its `item_ID`; nil for the image that `ImageCollection.codedItem(_:_:)` chooses.
  ///   - codec: the only codec to choose; nil for H.264 and H.265.
  /// - Throws: `MediaError` if reading fails, or if there is no such image; it names the file.
  public init?<Source: ByteSource>(
    item id: UInt32?, of file: Source, name: String, codec: VideoCodec? = nil
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    let images: ImageCollection?
    do {
      images = try FileContent.detect(source).container == .mp4 ? try ImageCollection(source) : nil
    } catch { throw MediaError.bytes(error).naming(name) }
    guard let images else { return nil }
    do throws(MediaError) {
      if id == nil, try !MediaReader(source, as: .mp4).tracks.isEmpty { return nil }
      self.init(source, name: name, reader: try MediaReader(images.codedItem(id, codec)))
    } catch { throw error.naming(name) }
  }
}
