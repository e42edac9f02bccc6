import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

extension TrackBlueprint {
  /// Copies a track of another movie with its boxes, including unknown ones, and its references, by the IDs of that movie.
  static func copy(_ track: MovieTrack, of movie: Movie<AnyByteSource>) throws(MediaError) -> TrackBlueprint {
    var tree = movie.tree
    var blueprint = TrackBlueprint()
    blueprint.trackID = track.trackID
    blueprint.timescale = track.timescale
    if let handler = track.handler { blueprint.handler = handler }
    let isMisnamed = track.mediaHandlerType != track.handlerType
    if isMisnamed { blueprint.handler.handlerType = track.mediaHandlerType }
    if let language = track.mediaHeader?.language { blueprint.language = language }
    if let header = track.header {
      (blueprint.width, blueprint.height) = (header.width, header.height)
      // The new movie header has the identity.
      blueprint.matrix = movie.displayMatrix(of: track)
      (blueprint.flags, blueprint.volume) = (header.flags, header.volume)
      (blueprint.layer, blueprint.alternateGroup) = (header.layer, header.alternateGroup)
    }
    blueprint.editList = track.editList
    let roll = try SampleGrouping.all(track, of: movie).compactMap { $0.commonRoll }.first
    guard let minf = tree.find("mdia/minf", in: track.node).first, let stsd = tree.find("stbl/stsd", in: minf).first else {
      throw .malformed("track \(track.trackID) has no sample descriptions")
    }
    do {
      blueprint.sampleDescriptions = try tree.whole(stsd)
      blueprint.unifySampleEntryTypes()
      for type in ["vmhd", "smhd", "nmhd", "sthd", "hmhd", "gmhd"] as [FourCC] {
        if isMisnamed, type == "vmhd" || type == "smhd" { continue }
        if let node = tree.child(type, of: minf) { blueprint.mediaHeader += try tree.whole(node) }
      }
      if isMisnamed { blueprint.mediaHeader += Self.mediaHeader(of: track.mediaHandlerType) ?? [] }
      // QuickTime has a data handler here. Its subtype follows that of the data reference, which is written as `url `.
      for node in tree.find("hdlr", in: minf) where tree.nodes[node].place.size >= 32 {
        var handler = try tree.whole(node)
        handler.replaceSubrange(16..<20, with: Array("url ".utf8))
        blueprint.mediaHeader += handler
      }
      for path in ["tapt", "udta", "meta", "uuid"] {
        for node in tree.find(path, in: track.node) {
          let place = tree.nodes[node].place
          // A box that is cut off is a finding of the reader, and no reason to lose the media.
          guard place.size == place.header.size else { continue }
          let box = try tree.whole(node)
          if path == "tapt" { blueprint.apertureDimensions += box } else { blueprint.furtherBoxes += box }
        }
      }
      blueprint.references = try TrackReference.all(of: track.node, in: &tree)
      // These count samples or apply to all of them, and remain valid for the same samples.
      if !movie.isFragmented {
        for type in ["sgpd", "sbgp", "subs", "stdp", "padb"] as [FourCC] {
          for node in tree.find("stbl/\(type)", in: minf) {
            let box = try tree.whole(node)
            // grouping_type follows version and flags.
            let isRoll = (type == "sgpd" || type == "sbgp") && box.count >= 16 && box[12..<16].elementsEqual("roll".utf8)
            if roll == nil || !isRoll { blueprint.furtherTableBoxes += box }
          }
        }
      }
      blueprint.rollDistance = roll
      // `cslg` is computed from the samples.
      if !tree.find("stbl/cslg", in: minf).isEmpty { blueprint.compositionToDecode = .always }
      for node in tree.find("mdia/elng", in: track.node) { blueprint.furtherMediaBoxes += try tree.whole(node) }
    } catch { throw .bytes(error) }
    return blueprint
  }

  /// A new media header box for a handler; nil for handlers other than `vide` and `soun`.
  package static func mediaHeader(of handler: FourCC) -> [UInt8]? {
    var builder = BoxBuilder()
    switch handler {
    case "vide": try? builder.box(VideoMediaHeaderBox())
    case "soun": try? builder.box(SoundMediaHeaderBox())
    default: return nil
    }
    return builder.bytes
  }

  /// A track like one of another movie, for samples of its own.
  static func like(_ track: MovieTrack, of movie: Movie<AnyByteSource>) throws(MediaError) -> TrackBlueprint {
    var blueprint = try copy(track, of: movie)
    (blueprint.editList, blueprint.references) = (nil, [])
    return blueprint
  }

  /// Describes a track of another container.
  /// - Parameter setsInSamples: whether to use a sample entry type that allows parameter sets in samples.
  static func made(_ track: MediaTrack, id: UInt32, setsInSamples: Bool = false) throws(MediaError) -> TrackBlueprint {
    let entry = try entry(track, setsInSamples: setsInSamples)
    let timescale = track.timescale ?? 1000
    var blueprint: TrackBlueprint
    do {
      switch track.kind {
      case .video:
        let width = (try? MovieFormat(configurationOf: track))?.shownWidth(track.width) ?? track.width
        blueprint = try .video(entries: [entry], width: width, height: track.height, timescale: timescale)
      default: blueprint = try .audio(entries: [entry], timescale: timescale)
      }
    } catch { throw .unsupported("\(track.codec.name): \(error.description)") }
    blueprint.trackID = id
    if let language = track.language.flatMap({ PackedLanguage($0) }) { blueprint.language = language }
    return blueprint
  }

  /// The sample entry for a track of another container.
  static func entry(_ track: MediaTrack, setsInSamples: Bool) throws(MediaError) -> [UInt8] {
    do {
      switch track.configuration {
      case .avc(let record):
        let picture = MovieFormat.avc(record).picture
        return try SampleEntryBuilding.avc(
          record, type: setsInSamples ? "avc3" : "avc1", pixelAspectRatio: picture.shape, colour: picture.colour)
      case .hevc(var record):
        if setsInSamples { for index in record.arrays.indices { record.arrays[index].arrayCompleteness = false } }
        let picture = MovieFormat.hevc(record).picture
        return try SampleEntryBuilding.hevc(
          record, type: setsInSamples ? "hev1" : "hvc1", pixelAspectRatio: picture.shape, colour: picture.colour)
      case .aac(let config): return try SampleEntryBuilding.aac(config)
      case .none where track.codec == .mp3:
        return try SampleEntryBuilding.mp3(sampleRate: track.sampleRate, channels: track.channels)
      case .box(let type, let payload):
        if track.kind == .video {
          return try SampleEntryBuilding.video(
            track.codec.sampleEntry, configuration: type, payload, width: track.width, height: track.height)
        }
        return try SampleEntryBuilding.audio(
          track.codec.sampleEntry, configuration: type, payload, sampleRate: track.sampleRate, channels: track.channels)
      case .none: break
      }
    } catch { throw .unsupported("\(track.codec.name): \(error.description)") }
    throw .unsupported("\(track.codec.name) cannot be put into an MP4 without a configuration")
  }
}

extension BoxTree {
  /// The bytes of a box with its header and contents.
  mutating func whole(_ node: Int) throws(ByteError) -> [UInt8] {
    let place = nodes[node].place
    if place.size > UInt64(Self.maxBoxBytes) {
      throw ByteError(
        "the box \(place.header.type) at \(place.offset) has \(place.size) bytes: the limit for copying is \(Self.maxBoxBytes >> 20) MiB")
    }
    var bytes: [UInt8] = []
    try source.read(at: place.offset, count: Int(clamping: place.size), into: &bytes)
    if UInt64(bytes.count) < place.size {
      throw ByteError(
        "the file was shortened while it was read: \(bytes.count) of \(place.size) bytes of the box \(place.header.type) at \(place.offset) are left"
      )
    }
    return bytes
  }
}
