import BitstreamKit
import MP4Kit
import NALKit

/// Recovers the intact media of a damaged file.
public enum Recovery {
  /// Whether an MP4 file has no `moov`, or a truncated one, and no fragments. A `moov` that the sizes of boxes do not lead to counts if it
  /// locates samples.
  public static func isWithoutIndex<Source: ByteSource>(_ file: Source) throws(MediaError) -> Bool {
    var walker = BoxWalker(AnyByteSource(file))
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        let type = place.header.type
        if place.isBox, type == "moof" { return false }
        if place.isBox, type == "moov" {
          // A size that leads beyond the end of the file may be wrong; a truncated moov ends inside one of its boxes.
          if place.header.form != .toEnd, place.header.size <= place.size { return false }
          return try !isWhole(place, &walker)
        }
        walker.leave(place)
      }
    } catch { throw .bytes(error) }
    // Or a moov that the boxes do not lead to: after a damaged start, or after media data.
    do { if try DamagedStart(AnyByteSource(file)) != nil { return false } } catch { throw .bytes(error) }
    return try SplicedMovie(AnyByteSource(file)) == nil
  }

  /// Whether the boxes in a box end where it ends, with tracks among them.
  private static func isWhole(_ box: BoxPlace, _ walker: inout BoxWalker<AnyByteSource>) throws(ByteError) -> Bool {
    var (end, hasTracks) = (box.payloadOffset, false)
    while let child = try walker.next(), child.depth > box.depth {
      if !child.isBox || child.header.form == .toEnd || child.header.size > child.size { return false }
      (end, hasTracks) = (child.end, hasTracks || child.header.type == "trak")
      walker.leave(child)
    }
    return hasTracks && end == box.end
  }

  /// Recovers the intact media of a damaged file, other than that of a movie without a `moov`.
  ///
  /// Tags of an FLV file and fragments are read on both sides of damaged bytes. Media data that was moved as a whole, or into which bytes
  /// were inserted or from which some are missing, is read from its new places. A file header that is damaged is done without. The samples of
  /// damaged sample tables are searched in the media data, and samples of zeros are left out. Composition times that contradict the order of
  /// the pictures follow from it, a time scale of 0 from the rate of pictures or sound, and a count of rows from those that are there.
  /// Everything else is read up to the end of the file; the last picture of a byte stream may be incomplete and is left out.
  /// - Parameters:
  ///   - knowledge: what tracks without a decoder configuration have, and a byte stream that lost its parameter sets; nil if that is not
  ///     known.
  ///   - codec: the codec of a byte stream; nil to detect it.
  ///   - frameRate: pictures per second of a byte stream, or of a track whose time scale is lost; nil for that in the parameter sets.
  /// - Returns: the media, with the damage in the notes.
  /// - Throws: `MediaError` if the file cannot be read, or has no tracks.
  public static func media<Source: ByteSource>(
    in file: Source, name: String, knowing knowledge: RecoveryKnowledge? = nil, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil,
    for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let source = AnyByteSource(file)
    let start: DamagedStart?
    do { start = codec == nil ? try DamagedStart(source) : nil } catch { throw .bytes(error) }
    var composition = try searched(
      start?.source ?? source, name: name, knowing: knowledge, codec: codec, frameRate: frameRate, for: target)
    if let start { composition.notes.insert(start.note, at: 0) }
    if knowledge != nil, !composition.usesKnowledge {
      composition.notes.append(
        "the good file or the parameter sets are not used: the file has a configuration for each track that needs one")
    }
    composition.tellFindingsAsNotes()
    return composition
  }

  private static func searched(
    _ source: AnyByteSource, name: String, knowing knowledge: RecoveryKnowledge?, codec: VideoCodec?, frameRate: ExactRatio?,
    for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let content: FileContent
    do { content = try FileContent.detect(source) } catch { throw .bytes(error) }
    var source = source
    let further = try DamagedFile.furtherMovie(source, content.container)
    if let further { source = AnyByteSource(PartsSource(source, [.range(0..<further)])) }
    let headerless = try HeaderlessFragments.source(source, knowing: content.container == .mp4 ? knowledge : nil)
    source = headerless?.source ?? source
    var (input, notes) = try opened(source, content, name: name, codec: codec, frameRate: frameRate)
    if let headerless { notes.insert(headerless.note, at: 0) }
    if let further {
      notes.append("another file begins at byte \(further), whose media is not recovered: it can be cut off there and recovered by itself")
    }
    if let movie = input.reader.movie {
      do throws(MediaError) {
        var found = movie.isFragmented ? try fragments(in: input.source, name: name, for: target) : nil
        if found == nil, !movie.isFragmented || knowledge != nil { found = try tables(of: input, knowing: knowledge, for: target) }
        if var found {
          found.notes = notes + found.notes
          found.usesKnowledge = found.usesKnowledge || headerless != nil
          return found
        }
      } catch {
        if error.failure != nil { throw error }
        notes.append("\(error.unnamed)")
      }
    }
    var usesKnowledge = headerless != nil
    if let knowledge, let stream = try StartlessStream.input(input, knowing: knowledge, frameRate: frameRate) {
      (input, usesKnowledge) = (stream, true)
      notes.append("the stream has no parameter sets in front of its first picture: the good file or the parameter sets give them")
    } else if let stream = try StartlessStream.withoutStart(input, frameRate: frameRate) {
      input = stream.input
      notes.append(stream.note)
    }
    if let knowledge, let found = try HeaderlessFLV.input(input, knowing: knowledge) {
      (input, usesKnowledge) = (found.input, true)
      notes.append(found.note)
    }
    var composition = try MediaComposition.recovering(input, leavesOutLast: input.reader.container.videoCodec != nil, for: target)
    composition.notes = notes + composition.notes
    composition.usesKnowledge = usesKnowledge
    return composition
  }

  /// Opens a file: an FLV without the damaged bytes between its tags, and a movie with its media data where the sample tables expect it.
  private static func opened(
    _ source: AnyByteSource, _ content: FileContent, name: String, codec: VideoCodec?, frameRate: ExactRatio?
  ) throws(MediaError) -> (input: MediaInput, notes: [String]) {
    if content.container == .flv, let found = try tags(in: source, name: name) { return found }
    let opening: Result<MediaInput, MediaError>
    do throws(MediaError) {
      opening = .success(try MediaInput(source, name: name, codec: codec, frameRate: frameRate))
    } catch {
      if error.failure != nil { throw error }
      opening = .failure(error)
    }
    let input = try? opening.get()
    if let reader = input?.reader, let lost = try LostTimescales(reader, frameRate: frameRate) {
      if lost.patches.isEmpty { return (try opening.get(), lost.notes) }
      let patched = AnyByteSource(PatchedSource(source, lost.patches))
      let again = try opened(patched, content, name: name, codec: codec, frameRate: frameRate)
      return (again.input, lost.notes + again.notes)
    }
    if let reader = input?.reader, let lost = try LostDescriptions(reader) {
      let patched = AnyByteSource(PatchedSource(source, lost.patches))
      let again = try opened(patched, content, name: name, codec: codec, frameRate: frameRate)
      return (again.input, lost.notes + again.notes)
    }
    if let reader = input?.reader, let lost = try LostRows(reader) {
      let patched = AnyByteSource(PatchedSource(source, lost.patches))
      let again = try opened(patched, content, name: name, codec: codec, frameRate: frameRate)
      return (again.input, lost.notes + again.notes)
    }
    if let reader = input?.reader, let moved = try MovedMediaData(reader, source) {
      let patched = try MediaInput(PatchedSource(source, moved.patches), name: name, as: .mp4)
      return (patched, [moved.note])
    }
    if content.container == .mp4, input?.reader.movie?.isFragmented != true, let spliced = try SplicedMovie(source) {
      return (try MediaInput(spliced.source, name: name, as: .mp4), spliced.notes)
    }
    return (try opening.get(), [])
  }

  /// Recovers pictures and audio from the media data of a movie without a `moov`.
  /// - Throws: `MediaError` if none are found, or if `knowledge` cannot be used.
  public static func movie<Source: ByteSource>(
    in file: Source, name: String, knowing knowledge: RecoveryKnowledge, frameRate: ExactRatio? = nil, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let source = AnyByteSource(file)
    let regions = try DamagedFile.mediaData(source)
    if regions.isEmpty { throw .malformed("there is no media data") }
    var model = try RecoveryModel(knowledge, for: target)
    var scan = MediaDataScan(source, model.pictures, model.sound, hasOthers: model.hasOthers)
    for region in regions { try scan.scan(region) }
    scan.finish()
    let found = try Found(&model, scan, source, name: name, frameRate: frameRate)
    let (timeline, tracks) = (found.timeline, found.input.reader.tracks)
    if model.pictures != nil, timeline.entries[0].isEmpty {
      throw .malformed("no picture found that matches these parameter sets")
    }
    if timeline.entries.allSatisfy({ $0.isEmpty }) { throw .malformed("no audio found that matches this configuration") }
    var wanted = tracks.indices.filter { index in
      let isSuperfluous = target == .byteStream && tracks[index].kind == .audio
      return !timeline.entries[index].isEmpty && !isSuperfluous
    }
    let further = target == .mp4 ? [] : wanted.filter { tracks[$0].kind == .audio }.dropFirst()
    wanted.removeAll { further.contains($0) }
    var composition = try MediaComposition.merging([found.input], tracks: [wanted], for: target)
    composition.notes = model.notes(scan, timeline)
    if !further.isEmpty { composition.notes.append("all audio tracks but the first are left out: only an MP4 holds several") }
    return composition
  }

  /// What a scan found, as an input: pictures first if there are any. If all pictures are found, they have the decoding times that are
  /// stated.
  struct Found {
    let timeline: RecoveredTimeline
    let input: MediaInput

    init(
      _ model: inout RecoveryModel, _ scan: borrowing MediaDataScan, _ source: AnyByteSource, name: String, frameRate: ExactRatio?,
      stated: StatedTimes? = nil, statedSound: StatedTimes? = nil
    ) throws(MediaError) {
      let duration = try model.pictures?.settle(frameRate, said: scan.pictures?.frameRate) ?? 0
      timeline = RecoveredTimeline(
        scan, pictures: model.pictures, duration: duration, isCertain: frameRate != nil, sound: model.allSound, rounds: model.rounds,
        stated: stated, statedSound: statedSound)
      var tracks: [MediaTrack] = []
      if var track = model.pictures?.track {
        track.reorderDelay = (scan.pictures?.reorderDepth ?? 0) * Int64(duration)
        tracks.append(track)
      }
      tracks += model.allSound.map { $0.track }
      var blueprints: [TrackBlueprint?] = model.pictures.map { [$0.blueprint] } ?? []
      blueprints += model.allSound.map { $0.blueprint }
      for index in tracks.indices {
        (tracks[index].index, tracks[index].id, tracks[index].sampleCount) = (index, UInt32(index + 1), nil)
      }
      let list = ListedInput(
        tracks, blueprints, timeline.entries, starts: timeline.starts, isQuickTime: model.isQuickTime, findings: [])
      input = MediaInput(source, name: name, reader: MediaReader(list))
    }
  }
}
