import BitstreamKit

extension Probe {
  /// Lists the groups of pictures of a byte stream or of a container's track. A group starts at each picture where decoding can start.
  public func listGroups(_ selection: StreamSelection, format: Format) throws(ProbeRequestError) -> ProbeOutcome {
    try runPictures(GopListing(sink, format), self, selection)
  }
}

/// A group of pictures, accumulated while it is read.
private struct Group {
  /// Maximum letters of a structure that are kept; a longer one ends with an ellipsis.
  static let longest = 1 << 16
  /// Maximum letters of a structure shown in a table.
  static let longestInTable = 120

  var index: UInt64
  var first: PictureRow
  var pictures: UInt64 = 0
  var bytes: UInt64 = 0
  var isOpen = false
  var counts: (i: UInt64, p: UInt64, b: UInt64) = (0, 0, 0)
  var reorderDepth = 0
  var structure = ""
  var rate: ExactRatio?

  /// The structure, with an ellipsis if it was truncated.
  var wholeStructure: String { pictures > Group.longest ? structure + "…" : structure }

  /// Bits per second at the frame rate of the stream.
  var bitRate: UInt64? {
    guard let rate, rate.denominator > 0, pictures > 0 else { return nil }
    // Uses doubles: the rate is for display, and no product can overflow.
    let value = Double(bytes) * 8 * Double(rate.numerator) / Double(rate.denominator) / Double(pictures)
    return UInt64(checked: value.rounded())
  }
}

private struct GopListing: ~Copyable, PictureConsumer {
  var output: OutputBuffer
  private let format: Format
  private var group: Group?
  private var count: UInt64 = 0
  /// Display order of the last pictures decoded. A decoder holds back at most 16.
  private var recent: [UInt64] = []

  init(_ sink: ProbeSink, _ format: Format) {
    output = OutputBuffer(sink)
    self.format = format
  }

  mutating func take(_ picture: PictureRow, rate: ExactRatio?) {
    if group == nil || picture.randomAccess != nil {
      show()
      group = Group(index: count, first: picture)
    }
    group?.rate = rate
    add(picture)
  }

  private mutating func add(_ picture: PictureRow) {
    guard var group else { return }
    self.group = nil
    group.pictures += 1
    group.bytes += picture.size
    var letter: StaticString = picture.isReference ? "I" : "i"
    switch picture.type.description {
    case "P":
      group.counts.p += 1
      letter = picture.isReference ? "P" : "p"
    case "B":
      group.counts.b += 1
      letter = picture.isReference ? "B" : "b"
    default: group.counts.i += 1
    }
    if group.pictures <= Group.longest { group.structure += letter.description }
    if picture.isSkipped { group.isOpen = true }
    if let place = picture.displayIndex {
      if let begin = group.first.displayIndex, place < begin { group.isOpen = true }
      group.reorderDepth = max(group.reorderDepth, recent.count { $0 > place })
      if recent.count == 16 { recent.removeFirst() }
      recent.append(place)
    }
    self.group = group
  }

  mutating func finish() {
    show()
    if count == 0 { begin() }
    if format == .json { output.text("\n]}\n") }
  }

  private mutating func begin() {
    switch format {
    case .table:
      output.text("  NUM|PICTURE|      POS|     SIZE|PICTURES|  I|   P|   B| RANDOM ACCESS|  OPEN|REORDER|    BIT/S| STRUCTURE\n")
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.text(",\"gops\":[")
    case .jsonl: break
    case .csv: output.text("index,picture,offset,size,pictures,i,p,b,random_access,open,reorder_depth,bit_rate,structure\n")
    }
  }

  private mutating func show() {
    guard let group else { return }
    if count == 0 { begin() }
    switch format {
    case .table: tableRow(group)
    case .csv: csvRow(group)
    case .json, .jsonl: object(group)
    }
    count += 1
  }

  private mutating func tableRow(_ group: Group) {
    let columns: [(UInt64, Int)] = [
      (group.index, 5), (group.first.index, 7), (group.first.offset, 9), (group.bytes, 9), (group.pictures, 8), (group.counts.i, 3),
      (group.counts.p, 4), (group.counts.b, 4),
    ]
    for (value, width) in columns {
      output.number(value, width: width)
      output.byte(0x7C)
    }
    output.text(group.first.randomAccess ?? "-", width: 14)
    output.text(group.isOpen ? "|  open|" : "|closed|")
    output.number(UInt64(group.reorderDepth), width: 7)
    output.byte(0x7C)
    if let rate = group.bitRate { output.number(rate, width: 9) } else { output.text("        -") }
    output.text("| ")
    output.string(String(group.structure.prefix(Group.longestInTable)))
    if group.pictures > Group.longestInTable { output.text("…") }
    output.byte(0x0A)
  }

  private mutating func object(_ group: Group) {
    if format == .json { output.text(count == 0 ? "\n" : ",\n") }
    output.byte(0x7B)
    output.field("index", group.index, first: true)
    output.field("picture", group.first.index)
    output.field("offset", group.first.offset)
    output.field("size", group.bytes)
    output.field("pictures", group.pictures)
    output.field("i", group.counts.i)
    output.field("p", group.counts.p)
    output.field("b", group.counts.b)
    if let kind = group.first.randomAccess { output.field("random_access", kind) } else { output.fieldNull("random_access") }
    output.field("open", group.isOpen)
    output.field("reorder_depth", group.reorderDepth)
    if let rate = group.bitRate { output.field("bit_rate", rate) } else { output.fieldNull("bit_rate") }
    output.field("structure", string: group.wholeStructure)
    output.byte(0x7D)
    if format == .jsonl { output.byte(0x0A) }
  }

  private mutating func csvRow(_ group: Group) {
    for value in [
      group.index, group.first.index, group.first.offset, group.bytes, group.pictures, group.counts.i, group.counts.p, group.counts.b,
    ] {
      output.number(value)
      output.byte(0x2C)
    }
    output.text(group.first.randomAccess ?? "")
    output.text(group.isOpen ? ",true," : ",false,")
    output.number(group.reorderDepth)
    output.byte(0x2C)
    if let rate = group.bitRate { output.number(rate) }
    output.byte(0x2C)
    output.string(group.wholeStructure)
    output.byte(0x0A)
  }
}
