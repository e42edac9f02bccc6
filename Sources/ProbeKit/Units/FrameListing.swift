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

  mutating func take(_ picture: PictureRow) {
    if count == 0 { begin() }
    switch format {
    case .table: tableRow(picture)
    case .csv, .json, .jsonl: output.row(format, isFirst: count == 0) { PictureRow.columns(of: picture, &$0) }
    }
    count += 1
  }

  mutating func finish() {
    if count == 0 { begin() }
    if format == .json { output.text("\n]}\n") }
  }

  private mutating func begin() {
    if format == .table {
      output.text("  NUM|      POS|    SIZE|TYPE|KEY| RANDOM ACCESS|     POC| DISPLAY|      FIELD|REF|TID|SLICES| QP|\n")
    }
    output.beginRows(format, "frames") { PictureRow.columns(of: nil, &$0) }
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
    output.number(UInt64(picture.temporalId), width: 3)
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
}

extension PictureRow {
  fileprivate static func columns(of picture: PictureRow?, _ c: inout OutputBuffer) {
    c.column("index", picture?.index)
    c.column("offset", picture?.offset)
    c.column("size", picture?.size)
    c.column("type", picture?.type)
    c.column("keyframe", picture?.isKeyframe)
    c.column("random_access", picture?.randomAccess)
    c.column("poc", picture?.poc)
    c.column("display_index", picture?.displayIndex)
    c.column("field", picture?.field)
    c.column("reference", picture?.isReference)
    c.column("temporal_id", picture?.temporalId)
    c.column("slices", picture?.sliceCount)
    c.column("qp", picture?.qp)
  }
}
