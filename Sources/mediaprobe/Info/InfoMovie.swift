import BitstreamKit
import MP4Kit
import RemuxKit

/// What the boxes of a file of the MP4 family say, its samples left alone.
struct InfoMovie {
  /// No table that is larger is summed up: a file of hours is described as fast as one of seconds.
  private static let mostTableBytes = 1 << 17

  private let movie: Movie<AnyByteSource>
  private var tree: BoxTree<AnyByteSource>
  private let byteCount: UInt64

  init(_ movie: Movie<AnyByteSource>, _ byteCount: UInt64) {
    self.movie = movie
    tree = movie.tree
    self.byteCount = byteCount
  }

  // MARK: - The file

  mutating func describe(_ section: inout InfoSection) {
    brands(&section)
    let isFragmented = movie.isFragmented || movie.firstFragmentOffset != nil
    var milliseconds: Int64?
    if let length = movie.fragmentDuration ?? movie.header?.duration, length > 0, length < UInt64(Int64.max) {
      let item = InfoWords.duration("duration", Int64(length), movie.timescale, "Duration")
      section.add(item)
      milliseconds = MediaTime(value: Int64(length), timescale: movie.timescale)?.value(in: 1000)
    } else if let indexed = indexedDuration() {
      section.add(indexed.item)
      milliseconds = indexed.milliseconds
    }
    if let milliseconds, milliseconds > 0, byteCount < 1 << 56 {
      section.add(InfoWords.bitRate(Int64(checked: Double(byteCount) * 8000 / Double(milliseconds))))
    }
    layout(isFragmented, &section)
    encryption(&section)
    if let time = movie.header.flatMap({ ProbeTags.timeText(since1904: $0.creationTime) }) {
      section.add(InfoItem("creation_time", time, "Created"))
    }
  }

  private func brands(_ section: inout InfoSection) {
    var names: [String] = []
    if let type = movie.fileType {
      names.append(type.majorBrand.description)
      for index in 0..<min(64, type.compatibleBrands.count) where !names.contains(type.compatibleBrands[index].description) {
        names.append(type.compatibleBrands[index].description)
      }
    }
    let isQuickTime = names.first == "qt  " || movie.fileType == nil
    let words = (isQuickTime ? "QuickTime" : "MP4") + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    section.add(InfoItem("container", .text(isQuickTime ? "QuickTime" : "MP4"), "Container", words))
    if let major = names.first { section.add(InfoItem("major_brand", .text(major))) }
    section.add(InfoItem("brands", .list(names.map { .text($0) })))
  }

  private func layout(_ isFragmented: Bool, _ section: inout InfoSection) {
    var isFast: Bool?
    if let moov = movie.moovOffset { isFast = movie.mediaDataOffset.map { moov < $0 } ?? true }
    section.add(InfoItem("fragmented", .flag(isFragmented)))
    if let isFast { section.add(InfoItem("faststart", .flag(isFast))) }
    let order = isFast.map { $0 ? "moov in front of the media (fast start)" : "moov behind the media" } ?? "no moov"
    section.add(InfoItem("layout", .text(isFragmented ? "fragmented" : "plain"), "Layout", (isFragmented ? "fragmented, " : "") + order))
  }

  /// What a segment index in front of the first fragment comes to.
  private mutating func indexedDuration() -> (item: InfoItem?, milliseconds: Int64?)? {
    var walker = BoxWalker(tree.source)
    var left = 64
    while left > 0, let place = try? walker.next(), place.header.type != "moof", place.header.type != "mdat" {
      left -= 1
      walker.leave(place)
      guard place.header.type == "sidx", place.payloadSize <= UInt64(Self.mostTableBytes) else { continue }
      var index = try? BoxTree(tree.source, from: place.offset, to: place.end)
      guard let box = try? index?.read(SegmentIndexBox.self, at: 0), box.timescale > 0 else { continue }
      var sum: Int64 = 0
      for row in 0..<box.references.count { sum &+= Int64(box.references[row].subsegmentDuration) }
      let item = InfoWords.duration("duration", sum, box.timescale, "Duration")
      return (item, MediaTime(value: sum, timescale: box.timescale)?.value(in: 1000))
    }
    return nil
  }

  private mutating func encryption(_ section: inout InfoSection) {
    var schemes: [String] = []
    for track in movie.tracks {
      for description in track.descriptions where description.originalFormat != nil {
        for node in tree.find("sinf/schm", in: description.node) {
          guard let scheme = (try? tree.read(SchemeTypeBox.self, at: node))?.schemeType.description, !schemes.contains(scheme) else {
            continue
          }
          schemes.append(scheme)
        }
      }
    }
    var systems: [String] = []
    for node in tree.find("moov/pssh") {
      guard let box = try? tree.read(ProtectionSystemSpecificHeaderBox.self, at: node, limit: 4096) else { continue }
      let name = box.system?.name?.description ?? box.system?.systemID.description ?? "unknown"
      if !systems.contains(name) { systems.append(name) }
    }
    guard !schemes.isEmpty || !systems.isEmpty || movie.tracks.contains(where: { $0.descriptions.contains { $0.originalFormat != nil } })
    else { return }
    let object: [InfoItem] = [
      InfoItem("schemes", .list(schemes.map { .text($0) })), InfoItem("systems", .list(systems.map { .text($0) })),
    ]
    let words =
      (schemes.isEmpty ? "yes" : schemes.joined(separator: ", ")) + (systems.isEmpty ? "" : ": " + systems.joined(separator: ", "))
    section.add(InfoItem("encryption", .object(object), "Encrypted", words))
  }

  /// Titles and the like, by ffmpeg's keys.
  mutating func metadata() -> [ProbeTag] {
    ProbeTags.movie(movie, &tree).filter { !["major_brand", "minor_version", "compatible_brands", "creation_time"].contains($0.key) }
  }

  // MARK: - A track

  mutating func describe(_ track: MediaTrack, _ section: inout InfoSection) {
    let source = movie.tracks[track.index]
    let description = source.descriptions.first
    let codec = InfoCodec(track.configuration, entry: description?.codec)
    for item in codec.items(track.codec) { section.add(item) }
    if let description { section.add(InfoItem("sample_entry", .text(description.type.description))) }
    if track.isProtected { section.add(InfoItem("encrypted", .flag(true))) }
    if track.kind == .video { picture(source, codec, &section) }
    if track.kind == .audio { section.add(infoSound(track, codec)) }
    times(source, &section)
    if let count = source.table?.sampleCount, count > 0 { section.add(InfoItem("samples", .number(Int64(count)), "Samples", "\(count)")) }
    section.add(InfoWords.bitRate(bitRate(source)))
    edits(source, &section)
    if let language = source.language { section.add(InfoItem("language", language, "Language")) }
    if let name = source.handler?.readableName, !name.isEmpty { section.add(InfoItem("handler_name", .text(name))) }
  }

  private mutating func picture(_ source: MovieTrack, _ codec: InfoCodec, _ section: inout InfoSection) {
    let description = source.descriptions.first
    let size = codec.size ?? description?.visual.map { PictureSize(width: Int($0.width), height: Int($0.height)) }
    let turn = source.header?.matrix.rotation ?? 0
    if let size {
      var items: [InfoItem] = [InfoItem("width", .number(Int64(size.width))), InfoItem("height", .number(Int64(size.height)))]
      var words = "\(size.width)x\(size.height)"
      let aspect = description?.pixelAspectRatio.flatMap { ExactRatio(UInt64($0.hSpacing), UInt64($0.vSpacing)) } ?? codec.aspect
      if let aspect = aspect?.reduced, aspect.numerator > 0 {
        items.append(InfoItem("pixel_aspect_ratio", .text("\(aspect.numerator):\(aspect.denominator)")))
        if aspect.numerator != aspect.denominator { words += ", pixels of \(aspect.numerator):\(aspect.denominator)" }
      }
      items.append(InfoItem("rotation", .number(Int64(turn))))
      if turn != 0 { words += ", turned by \(turn) degrees" }
      section.add(InfoItem("picture", .object(items), "Picture", words))
    }
    section.add(codec.format)
    if let rate = frameRate(source) {
      section.add(InfoWords.frameRate(rate.ratio, isAverage: !rate.isConstant))
    } else if let rate = codec.frameRate {
      section.add(InfoWords.frameRate(rate, isAverage: false))
    }
    colour(description, codec, &section)
  }

  private mutating func colour(_ description: SampleDescription?, _ codec: InfoCodec, _ section: inout InfoSection) {
    if let points = description?.colour?.codePoints {
      section.add(
        infoColour(
          UInt8(clamping: points.colourPrimaries), UInt8(clamping: points.transferCharacteristics),
          UInt8(clamping: points.matrixCoefficients),
          isFull: description?.colour?.range?.fullRangeFlag ?? codec.isFullRange, source: "container"))
    } else if let colour = codec.colour {
      section.add(infoColour(colour.primaries, colour.transfer, colour.matrix, isFull: codec.isFullRange, source: "stream"))
    }
    guard let description else { return }
    var (items, words): ([InfoItem], [String]) = ([], [])
    for type in ["dvcC", "dvvC", "dvwC"] as [FourCC] {
      guard let node = tree.child(type, of: description.node), let box = try? tree.read(DOVIConfigurationBox.self, at: node) else {
        continue
      }
      items.append(InfoItem("dolby_vision", .text(box.profileName)))
      words.append("Dolby Vision \(box.profileName)")
    }
    if let node = tree.child("mdcv", of: description.node), let box = try? tree.read(MasteringDisplayColourVolumeBox.self, at: node) {
      items.append(InfoItem("mastering_max_luminance", .number(Int64(box.maxDisplayMasteringLuminance))))
      items.append(InfoItem("mastering_min_luminance", .number(Int64(box.minDisplayMasteringLuminance))))
      words.append("mastered for \(InfoWords.decimals(Double(box.maxDisplayMasteringLuminance) / 10_000, 0)) cd/m²")
    }
    if let node = tree.child("clli", of: description.node), let box = try? tree.read(ContentLightLevelBox.self, at: node) {
      items.append(InfoItem("max_content_light_level", .number(Int64(box.maxContentLightLevel))))
      items.append(InfoItem("max_average_light_level", .number(Int64(box.maxPicAverageLightLevel))))
      words.append("content light up to \(box.maxContentLightLevel), \(box.maxPicAverageLightLevel) on average")
    }
    if !items.isEmpty { section.add(InfoItem("hdr", .object(items), "HDR", words.joined(separator: "; "))) }
  }

  // MARK: - Tables, where they are small

  /// Samples and what their durations come to; nil where the table is too large to be summed up.
  private mutating func durations(_ source: MovieTrack) -> (count: UInt64, sum: UInt64, step: UInt32?)? {
    guard let node = tree.find("mdia/minf/stbl/stts", in: source.node).first,
      tree.nodes[node].place.payloadSize <= UInt64(Self.mostTableBytes), let box = try? tree.read(TimeToSampleBox.self, at: node)
    else { return nil }
    var (count, sum, step): (UInt64, UInt64, UInt32?) = (0, 0, nil)
    for row in 0..<box.entries.count {
      let entry = box.entries[row]
      if entry.sampleCount == 0 { continue }
      // The last sample alone may be of another length.
      let isLast = row == box.entries.count - 1 && entry.sampleCount == 1 && count > 0
      step = count == 0 ? entry.sampleDelta : step == entry.sampleDelta || isLast ? step : nil
      count &+= UInt64(entry.sampleCount)
      sum &+= UInt64(entry.sampleCount) &* UInt64(entry.sampleDelta)
    }
    return count > 0 ? (count, sum, step) : nil
  }

  private mutating func frameRate(_ source: MovieTrack) -> (ratio: ExactRatio, isConstant: Bool)? {
    if let sums = durations(source) {
      if let step = sums.step, step > 0 { return ExactRatio(UInt64(source.timescale), UInt64(step)).map { ($0, true) } }
      let (above, overflow) = UInt64(source.timescale).multipliedReportingOverflow(by: sums.count)
      return overflow ? nil : ExactRatio(above, sums.sum).map { ($0, false) }
    }
    guard let count = source.table?.sampleCount, count > 0, let duration = source.mediaHeader?.duration, duration > 0 else { return nil }
    let (above, overflow) = UInt64(source.timescale).multipliedReportingOverflow(by: UInt64(count))
    return overflow ? nil : ExactRatio(above, duration).map { ($0, false) }
  }

  private mutating func times(_ source: MovieTrack, _ section: inout InfoSection) {
    let media = source.mediaHeader.flatMap { $0.duration > 0 && $0.duration < UInt64(Int64.max) ? Int64($0.duration) : nil }
    let listed = durations(source).flatMap { Int64(exactly: $0.sum) }
    let edited = source.editList == nil ? nil : source.timeline(movieTimescale: movie.timescale).duration.flatMap { Int64(exactly: $0) }
    if let media { section.add(InfoWords.duration("media_duration", media, source.timescale, "Duration")) }
    if let edited, edited > 0 {
      let item = InfoWords.duration("edited_duration", edited, movie.timescale, "  as edited")
      let isSame =
        media.flatMap { MediaTime(value: $0, timescale: source.timescale) } == MediaTime(value: edited, timescale: movie.timescale)
      section.add(isSame ? item.map { InfoItem($0.key, $0.value) } : item)
    }
    if let listed {
      let item = InfoWords.duration("samples_duration", listed, source.timescale, "  of samples")
      section.add(listed == media ? item.map { InfoItem($0.key, $0.value) } : item)
    }
  }

  private mutating func bitRate(_ source: MovieTrack) -> Int64? {
    if let node = tree.find("mdia/minf/stbl/stsz", in: source.node).first,
      tree.nodes[node].place.payloadSize <= UInt64(Self.mostTableBytes), let box = try? tree.read(SampleSizeBox.self, at: node),
      let sums = durations(source), sums.sum > 0, box.sampleCount > 0
    {
      var bytes: UInt64 = 0
      if box.sampleSize > 0 { bytes = UInt64(box.sampleSize) * UInt64(box.sampleCount) }
      for row in 0..<box.sizes.count { bytes &+= UInt64(box.sizes[row]) }
      let rate = Double(bytes) * 8 * Double(source.timescale) / Double(sums.sum)
      return Int64(checked: rate)
    }
    let description = source.descriptions.first
    if let average = description?.bitRate?.avgBitrate, average > 0 { return Int64(average) }
    return description?.stream?.decoderConfig.flatMap { $0.avgBitrate > 0 ? Int64($0.avgBitrate) : nil }
  }

  private func edits(_ source: MovieTrack, _ section: inout InfoSection) {
    guard source.editList != nil else { return }
    let timeline = source.timeline(movieTimescale: movie.timescale)
    var (items, words): ([InfoItem.Value], [String]) = ([], [])
    for segment in timeline.segments.prefix(16) {
      let length = segment.duration.flatMap { MediaTime(value: Int64(clamping: $0), timescale: movie.timescale)?.value(in: 1000) }
      var object: [InfoItem] = []
      if let media = segment.mediaTime {
        let start = MediaTime(value: media, timescale: source.timescale)?.value(in: 1000) ?? 0
        object.append(InfoItem("media_time", .number(media)))
        words.append((segment.isDwell ? "stand still at " : "media from ") + InfoWords.duration(start))
      } else {
        words.append("nothing")
      }
      if let length {
        object.append(InfoItem("milliseconds", .number(length)))
        words[words.count - 1] += " for " + InfoWords.duration(length)
      }
      items.append(.object(object))
    }
    if timeline.segments.count > 16 { words.append("and \(timeline.segments.count - 16) more") }
    let label: StaticString? = timeline.isTrivial ? nil : "Edit list"
    section.add(InfoItem("edit_list", .list(items), label, words.joined(separator: ", then ")))
  }
}

/// Channels and rate, in words.
func infoSound(_ track: MediaTrack, _ codec: InfoCodec) -> InfoItem? {
  if track.sampleRate == 0, track.channels == 0 { return nil }
  var items: [InfoItem] = [InfoItem("sample_rate", .number(Int64(track.sampleRate))), InfoItem("channels", .number(Int64(track.channels)))]
  var words = "\(track.sampleRate) Hz, " + (track.channels == 1 ? "mono" : track.channels == 2 ? "stereo" : "\(track.channels) channels")
  if let sound = codec.sound {
    items.append(InfoItem("audio_object_type", .number(Int64(sound.overallAudioObjectType.rawValue))))
    if let samples = sound.samplesPerFrame {
      items.append(InfoItem("samples_per_frame", .number(Int64(samples))))
      words += ", frames of \(samples) samples"
    }
  }
  return InfoItem("sound", .object(items), "Sound", words)
}
