import BitstreamKit
import MP4Kit
import RemuxKit

/// The descriptor of an elementary stream is of another kind than its track.
final class StreamType: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.stream-type", .error, "the descriptor of an elementary stream is of another kind than its track",
      clause: """
        ISO/IEC 14496-1:2010 7.2.6.6: streamType is 4 for visual and 5 for audio streams, objectTypeIndication names their coding; \
        0xC0 to 0xFE are for private use
        """,
      cause: "The descriptor is damaged, or copied from another track. Players choose the decoder by it.",
      remedy: "Remux from the stream itself (AAC in ADTS): the descriptor is written anew.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack else { return }
    let tree = file.movie.tree
    for description in parsed.descriptions.prefix(64) {
      let isSound = description.codec == "mp4a"
      guard isSound || description.codec == "mp4v",
        let configuration = description.stream?.decoderConfig,
        let node = tree.configuration("esds", of: description.node)
      else { continue }
      var found: [String] = []
      let wanted: UInt8 = isSound ? 5 : 4
      if configuration.streamType != wanted { found.append("streamType is \(configuration.streamType), not \(wanted)") }
      let type = configuration.objectTypeIndication
      if type < 0xC0, isSound ? !Self.isSound(type) : !Self.isVisual(type) {
        found.append("objectTypeIndication \(hexText([type])) is no \(isSound ? "audio" : "visual") coding")
      }
      let place = tree.nodes[node].place
      for why in found {
        run.find(self, why, at: place.offset, size: place.size, path: track.tablePath + "/stsd/\(description.type)/esds")
      }
    }
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.sampleCount == 0, track.description?.codec == "mp4a", track.movieTrack?.descriptions.count == 1, !track.media.isProtected,
      let configuration = track.description?.stream?.decoderConfig, [0x69, 0x6B].contains(configuration.objectTypeIndication)
    else { return }
    // A frame of MPEG-1 or MPEG-2 audio begins with a sync word.
    var (source, head) = (file.source, [UInt8]())
    guard (try? source.read(at: track.sample.offset, count: MPEGAudioHeader.byteCount, into: &head)) != nil,
      head.count == MPEGAudioHeader.byteCount, MPEGAudioHeader(head) == nil
    else { return }
    let type = hexText([configuration.objectTypeIndication])
    run.find(
      self, "objectTypeIndication \(type) is that of MPEG-1 or MPEG-2 audio, and the first sample does not begin with a frame of it",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath + "/esds")
  }

  /// Whether the registration authority lists an object type as audio.
  private static func isSound(_ type: UInt8) -> Bool {
    switch type {
    // MPEG-4, MPEG-2 and MPEG-1 audio; EVRC, SMV, AC-3, Enhanced AC-3, DRA, G.719, DTS, Opus, AC-4, MPEG-H and others.
    case 0x40, 0x66...0x69, 0x6B, 0xA0...0xA2, 0xA5...0xAF, 0xB2, 0xB3: true
    default: false
    }
  }

  /// Whether the registration authority lists an object type as visual.
  private static func isVisual(_ type: UInt8) -> Bool {
    switch type {
    // MPEG-4 visual, H.264, H.265; MPEG-2 and MPEG-1 visual, JPEG, PNG, JPEG 2000; VC-1, Dirac, VP9.
    case 0x20, 0x21, 0x23...0x26, 0x60...0x65, 0x6A, 0x6C...0x6E, 0xA3, 0xA4, 0xB1: true
    default: false
    }
  }
}
