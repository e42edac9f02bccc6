import BitstreamKit
import RemuxKit

/// One file, from reading to printing.
struct FFProbePass {
  private let options: ProbeOptions
  private let input: ProbeInput
  private var model = ProbeModel()
  private var wanted: [Bool] = []
  private var counts: [Int64] = []
  private var frameCounts: [Int64] = []
  /// What FFmpeg reads otherwise.
  private(set) var notes: [String] = []
  /// Why an interval is not read; nil if all are.
  private(set) var refusal: String?

  init(_ options: ProbeOptions, _ input: ProbeInput) {
    self.options = options
    self.input = input
  }

  /// Builds the model and selects streams.
  /// - Returns: false if the stream specifier cannot be parsed.
  mutating func select(_ name: String) throws(MediaError) -> Bool {
    var builder = ProbeBuilder(input, codec: options.codec, ignoresEditLists: options.ignoresEditLists)
    model = try builder.build(name)
    if let printed = options.printedName { model.format.filename = printed }
    wanted = [Bool](repeating: true, count: model.streams.count)
    if let text = options.streams {
      guard let specifier = ProbeStreamSpecifier(text) else { return false }
      wanted = specifier.selects(among: model.streams)
    }
    counts = [Int64](repeating: 0, count: model.streams.count)
    frameCounts = counts
    return true
  }

  /// What is known of the file, as lines for people.
  var description: [String] { ProbeDescription(model).lines }

  /// Writes all sections.
  mutating func show(_ printer: inout ProbePrinter) throws(MediaError) {
    try packets(&printer)
    if printer.shows(.programs) {
      printer.begin(.programs)
      printer.end()
    }
    if printer.shows(.streams) {
      printer.begin(.streams)
      for (index, stream) in model.streams.enumerated() where wanted[index] {
        var stream = stream
        let reads = options.countsPackets || printer.shows(.packets)
        if reads, counts[index] > 0 { stream.readPackets = counts[index] }
        if frameCounts[index] > 0 { stream.readFrames = frameCounts[index] }
        printer.show(stream)
      }
      printer.end()
    }
    if printer.shows(.chapters) {
      printer.begin(.chapters)
      for chapter in model.chapters { printer.show(chapter) }
      printer.end()
    }
    if printer.shows(.format) { printer.show(model.format, streams: model.streams.count) }
  }

  /// Whether the file has one of the formats that are asked for.
  var isOfFormat: Bool {
    if options.inputFormats.isEmpty { return true }
    let names = model.format.name.split(separator: ",").map(String.init) + (model.format.name == "flv" ? ["live_flv"] : [])
    return options.inputFormats.contains { names.contains($0) }
  }

  private mutating func show(_ frames: [ProbeFrame], _ printer: inout ProbePrinter) {
    for frame in frames {
      frameCounts[frame.packet.stream] += 1
      if printer.shows(.frames) { printer.show(frame, model.streams[frame.packet.stream]) }
    }
  }

  // MARK: - Packets and frames

  private mutating func packets(_ printer: inout ProbePrinter) throws(MediaError) {
    let (showsPackets, showsFrames) = (printer.shows(.packets), printer.shows(.frames))
    let readsFrames = showsFrames || options.countsFrames
    guard showsPackets || readsFrames || options.countsPackets else { return }
    // The frames release their reader before the packets open one: with many tracks a reader is large.
    var frames = readsFrames ? try ProbeFrameSource(input, model, options) : nil
    let isMixed = showsPackets && showsFrames && printer.mixesPacketsAndFrames
    if showsPackets || showsFrames { printer.begin(isMixed ? .packetsAndFrames : showsFrames ? .frames : .packets) }
    var source = try packetSource()
    for stream in source.streamsOfSeveralEdits where wanted.indices.contains(stream) && wanted[stream] {
      notes.append("stream \(stream) has several edits: its packets are listed once; FFmpeg reads those of each edit, from a key picture")
    }
    // Before the first packet, relative times count from the start of the file.
    var time = model.format.startTime
    for interval in options.intervals.isEmpty ? [ProbeInterval()] : options.intervals {
      if let start = interval.start {
        guard let target = interval.isRelative ? time.map({ $0.addingReportingOverflow(start).partialValue }) : start else {
          refusal = "Could not seek to relative position since current timestamp is not defined"
          break
        }
        guard try seek(&source, to: target) else { break }
      }
      try read(interval, &source, &frames, &time, &printer)
      if let ready = frames?.finish() { show(ready, &printer) }
    }
    if showsPackets || showsFrames { printer.end() }
    if let frames {
      for index in model.streams.indices { frames.describe(&model.streams[index]) }
    }
  }

  private func packetSource() throws(MediaError) -> ProbePacketSource {
    let read = zip(wanted, model.streams).map { $0 && !$1.isDiscarded }
    return try ProbePacketSource(input, model, codec: options.codec, wanted: read, ignoresEditLists: options.ignoresEditLists)
  }

  /// Shows the packets and frames of an interval.
  /// - Parameter time: the time of the last packet in microseconds.
  private mutating func read(
    _ interval: ProbeInterval, _ source: inout ProbePacketSource, _ frames: inout ProbeFrameSource?, _ time: inout Int64?,
    _ printer: inout ProbePrinter
  ) throws(MediaError) {
    let showsPackets = printer.shows(.packets)
    var clock = ProbeIntervalClock(interval)
    while !printer.failed, let packet = try source.next() {
      if let own = packet.pts ?? packet.dts { time = micros(own, model.streams[packet.stream]) }
      if clock.isOver(before: time) { break }
      counts[packet.stream] += 1
      if showsPackets { printer.show(packet, model.streams[packet.stream]) }
      let kind = model.streams[packet.stream].kind
      // FFmpeg reads text where it reads frames, and drops the samples without any, which end the text before.
      if frames != nil, model.streams[packet.stream].codec == .movText, kind == .subtitle, packet.size > 2 {
        frameCounts[packet.stream] += 1
        if printer.shows(.frames) { printer.show(subtitle: packet, model.streams[packet.stream]) }
      }
      if kind == .video || kind == .audio, let ready = try frames?.take(packet) { show(ready, &printer) }
    }
  }

  private func micros(_ value: Int64, _ stream: ProbeStream) -> Int64? {
    MediaTime(value: value, timescale: UInt32(clamping: stream.timescale))?.value(in: 1_000_000, rounding: .nearest)
  }

  // MARK: - Seeking

  /// Starts to read where FFmpeg seeks to: at the last key packet of the first picture track that is shown at a time, or before it.
  /// - Returns: false if the container has no table of samples.
  private mutating func seek(_ source: inout ProbePacketSource, to target: Int64) throws(MediaError) -> Bool {
    source = try packetSource()
    if target <= model.format.startTime ?? 0 { return true }
    guard model.hasSampleTables else {
      refusal = "Could not seek to position \(target): only MP4 files without fragments are read from the middle"
      return false
    }
    let readable = model.streams.filter { wanted[$0.index] && !$0.isDiscarded && $0.picture == nil }
    guard let main = readable.first(where: { $0.kind == .video && !$0.isAttachedPicture }) ?? readable.first else { return true }
    var limits = [Int64?](repeating: nil, count: model.streams.count)
    limits[main.index] = Self.rescaled(target, 1_000_000, main.timescale)
    var places = try keyPlaces(limits)
    guard let place = places[main.index] else { return true }
    limits = model.streams.map { $0.index == main.index ? nil : Self.rescaled(place.dts, main.timescale, $0.timescale) }
    let others = try keyPlaces(limits)
    for index in places.indices where index != main.index { places[index] = others[index] }
    source.leave(places.map { $0?.number ?? 0 })
    return true
  }

  /// Where the last key packet is that is shown at a time or before it, for each stream that has one.
  private func keyPlaces(_ limits: [Int64?]) throws(MediaError) -> [(number: Int, dts: Int64)?] {
    var places = [(number: Int, dts: Int64)?](repeating: nil, count: limits.count)
    var numbers = [Int](repeating: 0, count: limits.count)
    var source = try packetSource()
    while let packet = try source.next() {
      let index = packet.stream
      if packet.isKey, let limit = limits[index], let pts = packet.pts, let dts = packet.dts, pts <= limit, dts <= limit {
        places[index] = (numbers[index], dts)
      }
      numbers[index] += 1
    }
    return places
  }

  private static func rescaled(_ value: Int64, _ from: Int64, _ to: Int64) -> Int64? {
    MediaTime(value: value, timescale: UInt32(clamping: from))?.value(in: UInt32(clamping: to), rounding: .nearest)
  }
}
