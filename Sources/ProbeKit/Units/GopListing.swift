import BitstreamKit

/// How groups of pictures are listed.
public struct GroupOptions: Sendable {
  /// The picture rate of a byte stream; nil to use the rate in the stream.
  public var frameRate: ExactRatio?
  /// Whether the time and the duration of each group are printed, in seconds.
  public var showsSeconds = false
  /// Whether totals are printed instead of the groups.
  public var isSummary = false
  /// The form of the list.
  public var format: Format

  /// Creates options that list all groups without times.
  public init(format: Format) { self.format = format }
}

extension Probe {
  /// Lists the groups of pictures of a byte stream or of a container's track. A group starts at each picture where decoding can start.
  public func listGroups(_ selection: StreamSelection, format: Format) throws(ProbeRequestError) -> ProbeOutcome {
    try listGroups(selection, GroupOptions(format: format))
  }

  /// Lists the groups of pictures of a byte stream or of a container's track, or their totals.
  public func listGroups(_ selection: StreamSelection, _ options: GroupOptions) throws(ProbeRequestError) -> ProbeOutcome {
    try runPictures(GopListing(self, options), self, selection)
  }
}

private struct GopListing: ~Copyable, PictureConsumer {
  var output: OutputBuffer
  private let probe: Probe
  private let options: GroupOptions
  private var group: PictureGroup?
  private var totals = GroupTotals()
  /// Units per second of the times of a container's samples; 0 for a byte stream.
  private var timescale: UInt32 = 0
  /// Where the last picture ends, in these units.
  private var end: Int64 = 0
  /// The decoding times of the last two pictures.
  private var decoded: (before: Int64, last: Int64)?
  private var count: UInt64 = 0
  /// The frame rate of the sequence, the time in seconds at which it begins, and the field periods before that.
  private var rate: ExactRatio?
  private var rateStart: (seconds: Double, periods: UInt64) = (0, 0)
  /// The field periods of the pictures so far that have a place in display order.
  private var periods: UInt64 = 0
  private var order = PictureOrder()

  private var format: Format { options.format }

  init(_ probe: Probe, _ options: GroupOptions) {
    self.probe = probe
    output = OutputBuffer(probe.sink)
    self.options = options
  }

  mutating func beginTrack(timescale: UInt32) {
    self.timescale = timescale
    probe.sink.reportUnused(options.frameRate, hasTimes: timescale > 0, probe.input.name)
  }

  mutating func take(_ picture: PictureRow) {
    let new = timescale == 0 ? options.frameRate ?? picture.frameRate : picture.frameRate
    // A picture without parameter sets belongs to the sequence around it.
    if new != rate, !picture.isUnresolved { change(to: new) }
    if group == nil || picture.randomAccess != nil {
      end = picture.time?.decode ?? end
      show()
      group = PictureGroup(index: count, first: picture, start: start(of: picture))
    }
    group?.rate = rate
    end = picture.time?.end ?? end
    if let time = picture.time?.decode { decoded = (decoded?.last ?? time, time) }
    add(picture)
  }

  /// Begins a sequence of another frame rate.
  private mutating func change(to new: ExactRatio?) {
    if let rate { rateStart.seconds += PictureGroup.seconds(periods - rateStart.periods, rate) ?? 0 }
    rateStart.periods = periods
    rate = new
  }

  /// Presentation time of a picture in seconds.
  private func start(of picture: PictureRow) -> Double? {
    if timescale > 0 { return picture.time.map { Double($0.presentation) / Double(timescale) } }
    guard let rate, let place = picture.presentationIndex else { return nil }
    let before = options.frameRate == nil ? picture.presentationTime : 2 * place
    return PictureGroup.seconds(before - min(before, rateStart.periods), rate).map { rateStart.seconds + $0 }
  }

  /// The seconds that a group lasts: in a container up to the decoding time of the next picture, else by the frame rate and the field periods
  /// of its pictures, or by a rate that was asked for.
  private func duration(of group: PictureGroup) -> Double? {
    if timescale > 0 {
      guard let begin = group.first.time?.decode, end >= begin else { return nil }
      return (Double(end) - Double(begin)) / Double(timescale)
    }
    return group.secondsAtRate
  }

  private mutating func add(_ picture: PictureRow) {
    guard var group else { return }
    self.group = nil
    group.pictures += 1
    let lasts = timescale == 0 && options.frameRate != nil ? 2 : UInt64(picture.fieldPeriods)
    group.fieldPeriods += lasts
    if picture.presentationIndex != nil { periods += lasts }
    group.bytes += picture.size
    var letter: StaticString = "?"
    switch picture.type.description {
    case "I":
      group.counts.i += 1
      letter = picture.isReference ? "I" : "i"
    case "P":
      group.counts.p += 1
      letter = picture.isReference ? "P" : "p"
    case "B":
      group.counts.b += 1
      letter = picture.isReference ? "B" : "b"
    default: break
    }
    if group.pictures <= PictureGroup.maxLetters { group.structure += letter.description }
    if picture.isSkipped { group.isOpen = true }
    if let place = picture.presentationIndex {
      if let begin = group.first.presentationIndex, place < begin, !picture.isDecodableLeading { group.isOpen = true }
      group.reorderDepth = max(group.reorderDepth, order.take(place))
    }
    if picture.isUnresolved { group.hasUnknownOrder = true }
    self.group = group
  }

  mutating func finish() {
    // FLV has no durations: the last picture lasts as long as the one before.
    if let decoded, end == decoded.last { end = decoded.last &+ max(0, decoded.last &- decoded.before) }
    show()
    if options.isSummary { return totals.write(&output, format) }
    if count == 0 { begin() }
    if format == .json { output.text("\n]}\n") }
  }

  private mutating func begin() {
    if format == .table {
      output.text("  NUM|PICTURE|      POS|     SIZE|PICTURES|  I|   P|   B| RANDOM ACCESS|  OPEN|REORDER|    BIT/S|")
      if options.showsSeconds { output.text(" PTS SECONDS|  DURATION|") }
      output.text(" STRUCTURE\n")
    }
    output.beginRows(format, "gops") { [options] in PictureGroup.columns(of: nil, options, &$0) }
  }

  private mutating func show() {
    guard var group else { return }
    group.duration = duration(of: group)
    if options.isSummary {
      totals.add(group)
      count += 1
      return
    }
    if count == 0 { begin() }
    if format == .table { tableRow(group) }
    output.row(format, isFirst: count == 0) { [options] in PictureGroup.columns(of: group, options, &$0) }
    count += 1
  }

  private mutating func tableRow(_ group: PictureGroup) {
    let columns: [(UInt64, Int)] = [
      (group.index, 5), (group.first.index, 7), (group.first.offset, 9), (group.bytes, 9), (group.pictures, 8), (group.counts.i, 3),
      (group.counts.p, 4), (group.counts.b, 4),
    ]
    for (value, width) in columns {
      output.number(value, width: width)
      output.byte(0x7C)
    }
    output.text(group.first.randomAccess ?? "-", width: 14)
    output.text(group.openness.map { $0 ? "|  open|" : "|closed|" } ?? "|     -|")
    if let depth = group.knownReorderDepth { output.number(UInt64(depth), width: 7) } else { output.text("      -") }
    output.byte(0x7C)
    if let rate = group.bitRate { output.number(rate, width: 9) } else { output.text("        -") }
    if options.showsSeconds {
      output.byte(0x7C)
      output.cell(seconds: group.start, width: 12)
      output.byte(0x7C)
      output.cell(seconds: group.duration, width: 10)
    }
    output.text("| ")
    output.string(String(group.structure.prefix(PictureGroup.maxLettersInTable)))
    if group.pictures > PictureGroup.maxLettersInTable { output.text("…") }
    output.byte(0x0A)
  }
}

extension PictureGroup {
  fileprivate static func columns(of group: PictureGroup?, _ options: GroupOptions, _ c: inout OutputBuffer) {
    c.column("index", group?.index)
    c.column("picture", group?.first.index)
    c.column("offset", group?.first.offset)
    c.column("size", group?.bytes)
    c.column("pictures", group?.pictures)
    c.column("i", group?.counts.i)
    c.column("p", group?.counts.p)
    c.column("b", group?.counts.b)
    c.column("random_access", group?.first.randomAccess)
    c.column("open", group?.openness)
    c.column("reorder_depth", group?.knownReorderDepth)
    c.column("bit_rate", group?.bitRate)
    if options.showsSeconds {
      c.column("pts_seconds", seconds: group?.start)
      c.column("duration_seconds", seconds: group?.duration)
    }
    c.column("structure", string: group?.wholeStructure)
  }
}
