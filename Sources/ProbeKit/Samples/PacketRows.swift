import RemuxKit

/// Prints samples as rows.
struct PacketRows {
  private let format: Format
  /// Time scale of each track in units per second; 0 for a track without times.
  private let timescales: [UInt32]
  private let showsSeconds: Bool
  private var count: UInt64 = 0

  init(_ format: Format, _ tracks: [MediaTrack], showsSeconds: Bool) {
    self.format = format
    self.showsSeconds = showsSeconds
    timescales = tracks.map { $0.timescale ?? 0 }
  }

  mutating func begin(_ output: inout OutputBuffer) {
    switch format {
    case .table where showsSeconds: output.text("TRACK| PTS SECONDS| DTS SECONDS|  DURATION|    SIZE|      OFFSET|KEY\n")
    case .csv where showsSeconds: output.text("track,pts_seconds,dts_seconds,duration_seconds,size,offset,keyframe\n")
    case .table: output.text("TRACK|         PTS|         DTS|DURATION|TIME BASE|    SIZE|      OFFSET|KEY\n")
    case .csv: output.text("track,pts,dts,duration,time_base,size,offset,keyframe\n")
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.text(",\"packets\":[")
    case .jsonl: break
    }
  }

  mutating func row(_ sample: MediaSample, _ output: inout OutputBuffer) {
    switch format {
    case .table where showsSeconds, .csv where showsSeconds: secondsRow(sample, &output)
    case .table: tableRow(sample, &output)
    case .csv: csvRow(sample, &output)
    case .json:
      output.text(count == 0 ? "\n" : ",\n")
      object(sample, &output)
    case .jsonl:
      object(sample, &output)
      output.byte(0x0A)
    }
    count &+= 1
  }

  mutating func end(_ output: inout OutputBuffer) {
    if format == .json { output.text("\n]}\n") }
  }

  private func tableRow(_ sample: MediaSample, _ output: inout OutputBuffer) {
    let scale = timescales[sample.track]
    let isTimed = scale > 0
    output.row { row in
      row.number(UInt64(truncatingIfNeeded: sample.track), width: 5)
      row.byte(0x7C)
      if isTimed { row.signed(sample.presentationTime, width: 12) } else { row.text("-", width: 12) }
      row.byte(0x7C)
      if isTimed { row.signed(sample.decodeTime, width: 12) } else { row.text("-", width: 12) }
      row.byte(0x7C)
      if isTimed, sample.duration > 0 { row.number(UInt64(sample.duration), width: 8) } else { row.text("-", width: 8) }
      row.byte(0x7C)
      if isTimed {
        row.text("1/", width: 9 - decimalDigitCount(UInt64(scale)))
        row.number(UInt64(scale))
      } else {
        row.text("-", width: 9)
      }
      row.byte(0x7C)
      row.number(sample.size, width: 8)
      row.byte(0x7C)
      row.number(sample.offset, width: 12)
      row.text(sample.isKey ? "|key\n" : "|\n")
    }
  }

  private func csvRow(_ sample: MediaSample, _ output: inout OutputBuffer) {
    let scale = timescales[sample.track]
    let isTimed = scale > 0
    output.row { row in
      row.number(UInt64(truncatingIfNeeded: sample.track))
      row.byte(0x2C)
      if isTimed { row.number(sample.presentationTime) }
      row.byte(0x2C)
      if isTimed { row.number(sample.decodeTime) }
      row.byte(0x2C)
      if isTimed, sample.duration > 0 { row.number(UInt64(sample.duration)) }
      if isTimed {
        row.text(",1/")
        row.number(UInt64(scale))
        row.byte(0x2C)
      } else {
        row.text(",,")
      }
      row.number(sample.size)
      row.byte(0x2C)
      row.number(sample.offset)
      row.text(sample.isKey ? ",true\n" : ",false\n")
    }
  }

  private func object(_ sample: MediaSample, _ output: inout OutputBuffer) {
    let scale = timescales[sample.track]
    let isTimed = scale > 0
    output.row { row in
      row.text("{\"track\":")
      row.number(UInt64(truncatingIfNeeded: sample.track))
      row.text(",\"pts\":")
      if isTimed { row.number(sample.presentationTime) } else { row.text("null") }
      row.text(",\"dts\":")
      if isTimed { row.number(sample.decodeTime) } else { row.text("null") }
      row.text(",\"duration\":")
      if isTimed, sample.duration > 0 { row.number(UInt64(sample.duration)) } else { row.text("null") }
      row.text(",\"time_base\":")
      if isTimed {
        row.text("\"1/")
        row.number(UInt64(scale))
        row.byte(0x22)
      } else {
        row.text("null")
      }
    }
    if showsSeconds {
      output.field("pts_seconds", seconds: seconds(sample.presentationTime, scale))
      output.field("dts_seconds", seconds: seconds(sample.decodeTime, scale))
      output.field("duration_seconds", seconds: sample.duration > 0 ? seconds(Int64(sample.duration), scale) : nil)
    }
    output.row { row in
      row.text(",\"size\":")
      row.number(sample.size)
      row.text(",\"offset\":")
      row.number(sample.offset)
      row.text(sample.isKey ? ",\"keyframe\":true}" : ",\"keyframe\":false}")
    }
  }

  private func seconds(_ value: Int64, _ scale: UInt32) -> Double? { scale > 0 ? Double(value) / Double(scale) : nil }

  private func secondsRow(_ sample: MediaSample, _ output: inout OutputBuffer) {
    let scale = timescales[sample.track]
    let isCSV = format == .csv
    let separator: UInt8 = isCSV ? 0x2C : 0x7C
    output.number(UInt64(truncatingIfNeeded: sample.track), width: isCSV ? 0 : 5)
    output.byte(separator)
    output.cell(seconds: seconds(sample.presentationTime, scale), width: isCSV ? 0 : 12)
    output.byte(separator)
    output.cell(seconds: seconds(sample.decodeTime, scale), width: isCSV ? 0 : 12)
    output.byte(separator)
    output.cell(seconds: sample.duration > 0 ? seconds(Int64(sample.duration), scale) : nil, width: isCSV ? 0 : 10)
    output.byte(separator)
    output.number(sample.size, width: isCSV ? 0 : 8)
    output.byte(separator)
    output.number(sample.offset, width: isCSV ? 0 : 12)
    output.byte(separator)
    output.text(isCSV ? sample.isKey ? "true\n" : "false\n" : sample.isKey ? "key\n" : "\n")
  }
}
