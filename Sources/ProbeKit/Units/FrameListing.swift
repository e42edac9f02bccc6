import BitstreamKit

extension Probe {
  /// Lists the pictures of a byte stream or of a container's track, in decoding order.
  public func listPictures(_ selection: StreamSelection, format: Format) throws(ProbeRequestError) -> ProbeOutcome {
    try runPictures(FrameListing(sink, format), self, selection)
  }
}

/// Prints pictures as rows.
private struct FrameListing: ~Copyable, PictureConsumer {
  var output: OutputBuffer
  private let format: Format
  private var count: UInt64 = 0

  init(_ sink: ProbeSink, _ format: Format) {
    output = OutputBuffer(sink)
    self.format = format
  }

  mutating func take(_ picture: PictureRow, rate: ExactRatio?) {
    if count == 0 { begin() }
    switch format {
    case .table: tableRow(picture)
    case .csv: csvRow(picture)
    case .json, .jsonl: object(picture)
    }
    count += 1
  }

  mutating func finish() {
    if count == 0 { begin() }
    if format == .json { output.text("\n]}\n") }
  }

  private mutating func begin() {
    switch format {
    case .table:
      output.text("  NUM|      POS|    SIZE|TYPE|KEY| RANDOM ACCESS|     POC| DISPLAY|      FIELD|REF|TID|SLICES| QP|\n")
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.text(",\"frames\":[")
    case .jsonl: break
    case .csv:
      output.text("index,offset,size,type,keyframe,random_access,poc,display_index,field,reference,temporal_id,slices,qp\n")
    }
  }

  private mutating func tableRow(_ picture: PictureRow) {
    output.number(picture.index, width: 5)
    output.byte(0x7C)
    output.number(picture.offset, width: 9)
    output.byte(0x7C)
    output.number(picture.size, width: 8)
    output.byte(0x7C)
    output.text(picture.type, width: 4)
    output.text(picture.isKeyframe ? "|key|" : "|   |")
    output.text(picture.randomAccess ?? "", width: 14)
    output.byte(0x7C)
    signed(picture.poc, width: 8)
    output.byte(0x7C)
    if let place = picture.displayIndex {
      output.number(place, width: 8)
    } else {
      output.text(picture.isSkipped ? " skipped" : "       -")
    }
    output.byte(0x7C)
    output.text(picture.field, width: 11)
    output.text(picture.isReference ? "|ref|" : "|   |")
    output.number(UInt64(picture.temporalID), width: 3)
    output.byte(0x7C)
    output.number(UInt64(picture.sliceCount), width: 6)
    output.byte(0x7C)
    if let qp = picture.qp { signed(qp, width: 3) } else { output.text("  -") }
    output.text("|\n")
  }

  private mutating func signed(_ value: Int, width: Int) {
    if value >= 0 { return output.number(UInt64(value), width: width) }
    var digits = 1
    var left = value.magnitude
    while left >= 10 {
      left /= 10
      digits += 1
    }
    output.spaces(width - digits - 1)
    output.number(value)
  }

  private mutating func object(_ picture: PictureRow) {
    if format == .json { output.text(count == 0 ? "\n" : ",\n") }
    output.byte(0x7B)
    output.field("index", picture.index, first: true)
    output.field("offset", picture.offset)
    output.field("size", picture.size)
    output.field("type", picture.type)
    output.field("keyframe", picture.isKeyframe)
    if let kind = picture.randomAccess { output.field("random_access", kind) } else { output.fieldNull("random_access") }
    output.field("poc", picture.poc)
    if let place = picture.displayIndex { output.field("display_index", place) } else { output.fieldNull("display_index") }
    output.field("field", picture.field)
    output.field("reference", picture.isReference)
    output.field("temporal_id", picture.temporalID)
    output.field("slices", picture.sliceCount)
    if let qp = picture.qp { output.field("qp", qp) } else { output.fieldNull("qp") }
    output.byte(0x7D)
    if format == .jsonl { output.byte(0x0A) }
  }

  private mutating func csvRow(_ picture: PictureRow) {
    output.number(picture.index)
    output.byte(0x2C)
    output.number(picture.offset)
    output.byte(0x2C)
    output.number(picture.size)
    output.byte(0x2C)
    output.text(picture.type)
    output.text(picture.isKeyframe ? ",true," : ",false,")
    output.text(picture.randomAccess ?? "")
    output.byte(0x2C)
    output.number(picture.poc)
    output.byte(0x2C)
    if let place = picture.displayIndex { output.number(place) }
    output.byte(0x2C)
    output.text(picture.field)
    output.text(picture.isReference ? ",true," : ",false,")
    output.number(picture.temporalID)
    output.byte(0x2C)
    output.number(picture.sliceCount)
    output.byte(0x2C)
    if let qp = picture.qp { output.number(qp) }
    output.byte(0x0A)
  }
}
