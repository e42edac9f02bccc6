import BitstreamKit
import MP4Kit
import RemuxKit
import NALKit

/// Edits the parameter sets of a movie: those in its sample entries, which then state the new size, shape, colour, profile and level too, and
/// those in its samples, with the slice headers and timing messages that depend on them. The decoded pictures stay the same.
///
///     let edit = try MovieEdit(AnyByteSource(source), [.h264: [StreamEdit(.sampleAspectRatio(width: 4, height: 3))]])
///     let report = try edit.write(to: output)
public struct MovieEdit {
  /// The largest number of tracks that are edited: the editor of each keeps its parameter sets.
  public static let maxTracks = 256

  private let source: AnyByteSource
  private let options: CarryOptions
  /// The tracks that are edited, with their codecs.
  private let tracks: [(index: Int, codec: VideoCodec)]
  private let edits: [VideoCodec: [StreamEdit]]
  /// What the new file does not have, for messages.
  public private(set) var notes: [String]

  /// The codecs of the tracks that can be edited.
  /// - Throws: `MediaError` if the file cannot be read or has no such track.
  public static func codecs(of source: AnyByteSource) throws(MediaError) -> [VideoCodec] {
    let reader = try MediaReader(source, as: .mp4)
    if let why = reader.whyNoTracks { throw .malformed(why) }
    let tracks = reader.tracks
    let found = VideoCodec.allCases.filter { codec in tracks.contains { $0.codec == codec.mediaCodec } }
    if found.isEmpty { throw .unsupported("there is no track of H.264 or H.265, whose parameter sets could be edited") }
    return found
  }

  /// Edits the sample entries of a movie.
  /// - Parameter edits: the edits of each codec.
  /// - Throws: `MediaError` if the file cannot be read, if an edit would change decoded pictures, or if a track is encrypted.
  public init(_ source: AnyByteSource, _ edits: [VideoCodec: [StreamEdit]]) throws(MediaError) {
    guard var mending = try MovieMending(source, [], [], .bitstream) else { throw .malformed("there is no movie") }
    self.source = source
    self.edits = edits
    var tracks: [(index: Int, codec: VideoCodec)] = []
    for track in mending.reader.tracks {
      guard let codec = VideoCodec.allCases.first(where: { $0.mediaCodec == track.codec }), let own = edits[codec] else { continue }
      if track.isProtected { throw .unsupported("track \(track.index) is encrypted: its samples cannot be edited") }
      try mending.editSets(of: track.index, codec, own)
      tracks.append((track.index, codec))
      if tracks.count > Self.maxTracks { throw .unsupported("more than \(Self.maxTracks) tracks of H.264 or H.265") }
    }
    if tracks.isEmpty { throw .unsupported("there is no track that the edits apply to") }
    try mending.tellLosses()
    self.tracks = tracks
    notes = mending.changes
    var options = CarryOptions()
    options.corrections = mending.corrections
    options.isCMAF = mending.hasCMAFBrand
    let movie = mending.movie
    if movie.isFragmented {
      if tracks.contains(where: { movie.tracks[$0.index].descriptions.count > 1 }) {
        throw .unsupported("a track has several sample entries in fragments: remux it to a movie without fragments first")
      }
      options.layout = .fragmented(try mending.fragmentInterval())
    } else if let moov = movie.moovOffset, movie.mediaDataOffset.map({ moov < $0 }) ?? true {
      options.layout = .faststart
    }
    self.options = options
  }

  /// Writes the edited movie, in the layout of the source.
  /// - Returns: what was written, with the notes that `notes` does not have; `applied` tells for each edit whether a parameter set has its element.
  /// - Throws: `MediaError` if reading or writing fails, or if an edit of a set in a sample is not possible.
  public func write(to output: MediaOutput) throws(MediaError) -> (report: CarryReport, applied: [VideoCodec: [Bool]]) {
    var report = try Remuxer.carry(source, as: .mp4, to: .mp4, output, options)
    report.notes.removeAll { notes.contains($0) }
    var applied: [VideoCodec: [Bool]] = edits.mapValues { $0.map { _ in false } }
    for track in tracks {
      guard let own = report.appliedEdits[track.index] else { continue }
      for (index, isApplied) in own.enumerated() where isApplied { applied[track.codec]?[index] = true }
    }
    return (report, applied)
  }
}

extension VideoCodec {
  fileprivate var mediaCodec: MediaCodec { self == .h264 ? .h264 : .hevc }
}
