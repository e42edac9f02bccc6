import RemuxKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

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
    case (.json, _), (.jsonl, _), (.csv, _):
      output.beginRows(format, "units", fields: { $0.field("codec", string: codec.rawValue) }) { columns(of: nil, &$0) }
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
      output.row(format, isFirst: index == 0) { columns(of: unit, &$0) }
    }
    index += 1
  }

  mutating func end(_ output: inout OutputBuffer) {
    if isSummary { return summary(&output) }
    if format == .json { output.text(index == 0 ? "]}\n" : "\n]}\n") }
  }

  private func unitType(_ unit: AnnexBUnit) -> Int? {
    unit.headByte(0).map { Int(codec.unitType($0)) }
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
    cells.append(H264Kit.NALUnitType(firstByte: first).abbreviation, width: 6)
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
  private func columns(of unit: AnnexBUnit?, _ c: inout OutputBuffer) {
    let type = unit.flatMap { unitType($0) }
    let (first, second) = (unit?.headByte(0), unit?.headByte(1))
    c.column("index", index)
    c.column("offset", unit?.startCodeOffset)
    c.column("start_code_length", unit?.startCodeLength)
    c.column("length", unit?.length)
    c.column("trailing_zero_bytes", unit?.trailingZeroBytes)
    c.column("nal_unit_type", type)
    c.column("name", typeName(type ?? 64))
    switch codec {
    case .h264: c.column("nal_ref_idc", first.map { $0 >> 5 & 3 })
    case .hevc:
      let header = first.flatMap { first in second.map { HEVCKit.NALUnitHeader(firstBytes: first, $0) } }
      c.column("nuh_layer_id", header?.nuhLayerId)
      c.column("nuh_temporal_id_plus1", header?.nuhTemporalIdPlus1)
    }
  }
}

// MARK: - Summary

extension NaluRows {
  private func summary(_ output: inout OutputBuffer) {
    let types = unitsByType.indices.filter { unitsByType[$0] > 0 }
    if format == .table {
      output.text("          TYPE |    UNITS |        BYTES |\n")
      output.text("---------------+----------+--------------+\n")
    }
    output.beginRows(
      format, "types",
      fields: {
        $0.field("codec", string: codec.rawValue)
        $0.field("units", index)
        $0.field("bytes", bytesByType.reduce(0, &+))
      }
    ) { summaryColumns(of: nil, &$0) }
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
    if format == .table {
      output.text(typeName(type), width: 14)
      totals(unitsByType[type], bytesByType[type], &output)
    }
    output.row(format, isFirst: isFirst) { summaryColumns(of: type, &$0) }
  }

  private func summaryColumns(of type: Int?, _ c: inout OutputBuffer) {
    c.column("nal_unit_type", type.flatMap { $0 < 64 ? $0 : nil })
    c.column("name", type.map { typeName($0) })
    c.column("units", type.map { unitsByType[$0] })
    c.column("bytes", type.map { bytesByType[$0] })
  }

  private func totals(_ units: UInt64, _ bytes: UInt64, _ output: inout OutputBuffer) {
    output.text(" | ")
    output.number(units, width: 8)
    output.text(" | ")
    output.number(bytes, width: 12)
    output.text(" |\n")
  }
}
