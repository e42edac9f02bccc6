import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit

/// Rows of NAL units in each output format.
struct NaluRows {
  private let codec: VideoCodec
  private let format: Format
  private let isSummary: Bool
  private var index: UInt64 = 0
  /// Indexed by nal_unit_type; the last entry counts units without a header.
  private var unitsByType = [UInt64](repeating: 0, count: 65)
  private var bytesByType = [UInt64](repeating: 0, count: 65)
  /// Prepared H.264 table cells, indexed by the first byte of a unit.
  private let cells: [PreparedText]

  init(_ codec: VideoCodec, _ format: Format, isSummary: Bool) {
    self.codec = codec
    self.format = format
    self.isSummary = isSummary
    cells = codec == .h264 ? (0...255).map { Self.cellsH264($0) } : []
  }

  mutating func begin(_ output: inout OutputBuffer) {
    if isSummary { return }
    switch (format, codec) {
    case (.table, .h264):
      output.text("-----+-------- NALU Table ------+---------+\n")
      output.text(" NUM |    POS  |    IDC |  TYPE |   LEN   |\n")
      output.text("-----+---------+--------+-------+---------+\n")
    case (.table, .hevc):
      output.text("-----+-------------- NALU Table -------------+---------+\n")
      output.text(" NUM |    POS  | LAYER | TID |          TYPE |   LEN   |\n")
      output.text("-----+---------+-------+-----+---------------+---------+\n")
    case (.json, _):
      beginDocument(&output)
      output.text(",\"units\":[")
    case (.jsonl, _): break
    case (.csv, .h264): output.text("index,offset,start_code_length,length,trailing_zero_bytes,nal_unit_type,name,nal_ref_idc\n")
    case (.csv, .hevc):
      output.text("index,offset,start_code_length,length,trailing_zero_bytes,nal_unit_type,name,nuh_layer_id,nuh_temporal_id_plus1\n")
    }
  }

  @inline(__always) mutating func row(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    if isSummary {
      let type = unitType(unit) ?? 64
      unitsByType[type] += 1
      bytesByType[type] += unit.length
    } else if format == .table {
      switch codec {
      case .h264: tableRowH264(unit, &output)
      case .hevc: tableRowHEVC(unit, &output)
      }
    } else {
      keyedRow(unit, &output)
    }
    index += 1
  }

  mutating func end(_ output: inout OutputBuffer) {
    if isSummary { return summary(&output) }
    if format == .json { output.text(index == 0 ? "]}\n" : "\n]}\n") }
  }

  private func unitType(_ unit: AnnexBUnit) -> Int? {
    unit.headByte(0).map { Int(codec == .h264 ? $0 & 31 : $0 >> 1 & 63) }
  }

  private func typeName(_ type: Int) -> StaticString {
    if type > 63 { return "EMPTY" }
    return codec == .h264 ? H264Kit.NALUnitType(rawValue: UInt8(type)).abbreviation : HEVCKit.NALUnitType(rawValue: UInt8(type)).name
  }
}

// MARK: - Tables

extension NaluRows {
  @inline(__always) private func tableRowH264(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    output.row { row in
      row.number(index, width: 5)
      row.text("| ")
      row.number(unit.startCodeOffset, width: 8)
      if let first = unit.headByte(0) { row.text(cells[Int(first)]) } else { row.text("|       -|  EMPTY| ") }
      row.number(unit.length + unit.trailingZeroBytes, width: 8)
      row.text("|\n")
    }
  }

  private static func cellsH264(_ first: UInt8) -> PreparedText {
    var cells = PreparedText()
    cells.append("| ")
    cells.append(referenceIdcName(first >> 5 & 3), width: 7)
    cells.append("| ")
    cells.append(H264Kit.NALUnitType(rawValue: first & 31).abbreviation, width: 6)
    cells.append("| ")
    return cells
  }

  private func tableRowHEVC(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    output.row { row in
      row.number(index, width: 5)
      row.text("| ")
      row.number(unit.startCodeOffset, width: 8)
      row.text("| ")
      if let first = unit.headByte(0), let second = unit.headByte(1) {
        let header = HEVCKit.NALUnitHeader(firstBytes: first, second)
        row.number(UInt64(header.nuhLayerId), width: 6)
        row.text("| ")
        // A nuh_temporal_id_plus1 of 0 is forbidden; it is printed as −1.
        if header.nuhTemporalIdPlus1 == 0 { row.text("  -1") } else { row.number(UInt64(header.nuhTemporalIdPlus1 - 1), width: 4) }
      } else {
        row.text("     -|    -")
      }
      row.text("| ")
      row.text(typeName(unitType(unit) ?? 64), width: 14)
      row.text("| ")
      row.number(unit.length + unit.trailingZeroBytes, width: 8)
      row.text("|\n")
    }
  }
}

// MARK: - JSON and CSV

extension NaluRows {
  private func beginDocument(_ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("codec", string: codec.rawValue)
  }

  private func keyedRow(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    if format == .json { output.text(index == 0 ? "\n" : ",\n") }
    if format == .csv { csvRow(unit, &output) } else { object(unit, &output) }
    if format != .json { output.byte(0x0A) }
  }

  private func object(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("index", index, first: true)
    output.field("offset", unit.startCodeOffset)
    output.field("start_code_length", unit.startCodeLength)
    output.field("length", unit.length)
    output.field("trailing_zero_bytes", unit.trailingZeroBytes)
    if let type = unitType(unit) { output.field("nal_unit_type", type) } else { output.fieldNull("nal_unit_type") }
    output.field("name", typeName(unitType(unit) ?? 64))
    for (name, value) in headerFields(unit) {
      if let value { output.field(name, value) } else { output.fieldNull(name) }
    }
    output.byte(0x7D)
  }

  private func csvRow(_ unit: AnnexBUnit, _ output: inout OutputBuffer) {
    for number in [index, unit.startCodeOffset, UInt64(unit.startCodeLength), unit.length, unit.trailingZeroBytes] {
      output.number(number)
      output.byte(0x2C)
    }
    if let type = unitType(unit) { output.number(type) }
    output.byte(0x2C)
    output.text(typeName(unitType(unit) ?? 64))
    for (_, value) in headerFields(unit) {
      output.byte(0x2C)
      if let value { output.number(value) }
    }
  }

  /// The other elements of the header; nil values if the unit is too short.
  private func headerFields(_ unit: AnnexBUnit) -> [(StaticString, UInt8?)] {
    if codec == .h264 { return [("nal_ref_idc", unit.headByte(0).map { $0 >> 5 & 3 })] }
    let header = unit.headByte(0).flatMap { first in unit.headByte(1).map { HEVCKit.NALUnitHeader(firstBytes: first, $0) } }
    return [("nuh_layer_id", header?.nuhLayerId), ("nuh_temporal_id_plus1", header?.nuhTemporalIdPlus1)]
  }
}

// MARK: - Summary

extension NaluRows {
  private func summary(_ output: inout OutputBuffer) {
    let types = unitsByType.indices.filter { unitsByType[$0] > 0 }
    switch format {
    case .table:
      output.text("          TYPE |    UNITS |        BYTES |\n")
      output.text("---------------+----------+--------------+\n")
    case .json:
      beginDocument(&output)
      output.field("units", index)
      output.field("bytes", bytesByType.reduce(0, &+))
      output.text(",\"types\":[")
    case .jsonl: break
    case .csv: output.text("nal_unit_type,name,units,bytes\n")
    }
    for (place, type) in types.enumerated() { summaryRow(type, isFirst: place == 0, &output) }
    switch format {
    case .table:
      output.text("         TOTAL")
      totals(index, bytesByType.reduce(0, &+), &output)
    case .json: output.text(types.isEmpty ? "]}\n" : "\n]}\n")
    case .jsonl, .csv: break
    }
  }

  private func summaryRow(_ type: Int, isFirst: Bool, _ output: inout OutputBuffer) {
    switch format {
    case .table:
      output.text(typeName(type), width: 14)
      totals(unitsByType[type], bytesByType[type], &output)
    case .csv:
      if type < 64 { output.number(type) }
      output.byte(0x2C)
      output.text(typeName(type))
      for number in [unitsByType[type], bytesByType[type]] {
        output.byte(0x2C)
        output.number(number)
      }
      output.byte(0x0A)
    case .json, .jsonl:
      if format == .json { output.text(isFirst ? "\n" : ",\n") }
      output.byte(0x7B)
      if type < 64 { output.field("nal_unit_type", type, first: true) } else { output.fieldNull("nal_unit_type", first: true) }
      output.field("name", typeName(type))
      output.field("units", unitsByType[type])
      output.field("bytes", bytesByType[type])
      output.byte(0x7D)
      if format == .jsonl { output.byte(0x0A) }
    }
  }

  private func totals(_ units: UInt64, _ bytes: UInt64, _ output: inout OutputBuffer) {
    output.text(" | ")
    output.number(units, width: 8)
    output.text(" | ")
    output.number(bytes, width: 12)
    output.text(" |\n")
  }
}
