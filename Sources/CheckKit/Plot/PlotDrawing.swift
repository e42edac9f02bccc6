import BitstreamKit
import ProbeKit

/// Draws a chart as SVG 1.1: axes with units, a legend, and a path for each series.
struct PlotDrawing {
  private static let size = (width: 960.0, height: 420.0)
  private static let area = (left: 84.0, right: 940.0, top: 56.0, bottom: 368.0)

  private let recorder: PlotRecorder
  private let name: String
  private var (xRange, yRange) = ((0.0, 1.0), (0.0, 1.0))
  /// The factor and the name of the unit of the vertical axis.
  private let unit: (factor: Double, name: String)

  init(_ recorder: PlotRecorder, name: String) {
    self.recorder = recorder
    self.name = name
    var (first, last, lowest, highest) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for series in recorder.series where recorder.kind == .bitrate {
      for step in series.rates {
        (first, last) = (min(first, step.from), max(last, step.to))
        (lowest, highest) = (0, max(highest, step.rate))
      }
    }
    for series in recorder.series where recorder.kind != .bitrate {
      for (index, bin) in series.bins.enumerated() where bin.count > 0 {
        (first, last) = (min(first, series.place(index)), max(last, series.place(index) + series.width))
        (lowest, highest) = (min(lowest, bin.least), max(highest, bin.greatest))
      }
    }
    for buffer in recorder.buffers where recorder.kind == .buffer { highest = max(highest, Double(buffer.size)) }
    if first < last { xRange = (first, last) }
    if lowest <= highest { yRange = (min(0, lowest), max(highest, min(0, lowest) + 1e-9)) }
    unit = Self.unit(recorder.kind, yRange.1, ofPictures: recorder.countsPictures)
    if yRange.1 <= 1e-9 { yRange.1 = unit.factor }
  }

  private static func unit(_ kind: PlotKind, _ highest: Double, ofPictures: Bool) -> (Double, String) {
    switch kind {
    case .bitrate where ofPictures:
      highest >= 2e6 ? (1e6, "Mbit a picture") : highest >= 2e3 ? (1e3, "kbit a picture") : (1, "bit a picture")
    case .clock where ofPictures: (1, "pictures")
    case .bitrate: highest >= 2e6 ? (1e6, "Mbit/s") : highest >= 2e3 ? (1e3, "kbit/s") : (1, "bit/s")
    case .buffer: highest >= 2e6 ? (1e6, "Mbit") : highest >= 2e3 ? (1e3, "kbit") : (1, "bit")
    case .clock: (1, "ms")
    case .gop, .interleave:
      highest >= 2_147_483_648
        ? (1_073_741_824, "GiB") : highest >= 2_097_152 ? (1_048_576, "MiB") : highest >= 2048 ? (1024, "KiB") : (1, "bytes")
    }
  }

  private var title: String {
    switch recorder.kind {
    case .bitrate: "Bit rate"
    case .gop: "Size of pictures in decoding order"
    case .buffer: "Fullness of the coded picture buffer before each removal"
    case .clock: "Presentation time minus decoding time"
    case .interleave: "Place in the file"
    }
  }

  private var xTitle: String {
    if recorder.kind == .gop { return "picture" }
    return recorder.countsPictures && recorder.kind != .buffer ? "pictures in decoding order" : "decoding time in s"
  }

  private func x(_ value: Double) -> Double {
    Self.area.left + (value - xRange.0) / (xRange.1 - xRange.0) * (Self.area.right - Self.area.left)
  }

  private func y(_ value: Double) -> Double {
    Self.area.bottom - (value - yRange.0) / (yRange.1 - yRange.0) * (Self.area.bottom - Self.area.top)
  }

  // MARK: - Writing

  /// Writes the document.
  func write(_ output: inout OutputBuffer) {
    output.verbatim(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420" width="960" height="420" role="img">
      <title>
      """)
    output.markup("\(title): \(InfoWords.shortened(name, 300))")
    output.verbatim("</title>\n<style>\n\(Self.style)\n</style>\n<rect class=\"back\" width=\"960\" height=\"420\"/>\n")
    text(Self.area.left, 22, "head", InfoWords.shortened("\(title): \(name)", 110), &output)
    axes(&output)
    legend(&output)
    for (index, series) in recorder.series.enumerated() {
      switch recorder.kind {
      case .bitrate: steps(series, index, &output)
      case .gop: bars(series, &output)
      case .buffer, .clock, .interleave: band(series, index, &output)
      }
    }
    if recorder.kind == .buffer { for (index, buffer) in recorder.buffers.enumerated() { limit(Double(buffer.size), index, &output) } }
    if recorder.series.allSatisfy({ $0.bins.isEmpty }) {
      text(Self.area.left + 24, Self.area.top + 40, "label", recorder.kind == .buffer ? "no HRD parameters" : "no samples", &output)
    }
    output.verbatim("</svg>\n")
  }

  private static let style = """
    .back { fill: #ffffff; }
    text { font: 12px sans-serif; fill: #17202b; }
    .head { font-weight: bold; font-size: 14px; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .grid { stroke: #d5dbe3; fill: none; }
    .group { stroke: #8a94a3; fill: none; stroke-dasharray: 2 3; }
    .limit { fill: none; stroke-dasharray: 6 4; }
    .line { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
    .band { stroke-width: 1; stroke-linejoin: round; fill-opacity: 0.35; }
    .s0 { stroke: #1c62c9; fill: #1c62c9; } .s1 { stroke: #b3161b; fill: #b3161b; } .s2 { stroke: #0b7a4b; fill: #0b7a4b; }
    .s3 { stroke: #8a5300; fill: #8a5300; } .s4 { stroke: #6b3fb0; fill: #6b3fb0; }
    .line.s0, .line.s1, .line.s2, .line.s3, .line.s4, .limit { fill: none; }
    @media (prefers-color-scheme: dark) {
      .back { fill: #10141a; }
      text { fill: #e6ebf1; }
      .grid { stroke: #2e3743; }
      .s0 { stroke: #6ea8ff; fill: #6ea8ff; } .s1 { stroke: #ff8a84; fill: #ff8a84; } .s2 { stroke: #6fd39b; fill: #6fd39b; }
      .s3 { stroke: #f2b84b; fill: #f2b84b; } .s4 { stroke: #c0a2f5; fill: #c0a2f5; }
    }
    """

  /// A coordinate with one decimal.
  private func number(_ value: Double, _ output: inout OutputBuffer) {
    let tenths = Int64(saturating: (min(max(value, -9999), 9999) * 10).rounded())
    if tenths < 0 { output.byte(0x2D) }
    output.number(tenths.magnitude / 10)
    if tenths % 10 != 0 {
      output.byte(0x2E)
      output.number(tenths.magnitude % 10)
    }
  }

  private func point(_ command: UInt8, _ x: Double, _ y: Double, _ output: inout OutputBuffer) {
    output.byte(command)
    number(x, &output)
    output.byte(0x20)
    number(y, &output)
  }

  private func text(_ x: Double, _ y: Double, _ style: String, _ text: String, _ output: inout OutputBuffer) {
    output.verbatim("<text class=\"\(style)\" x=\"")
    number(x, &output)
    output.verbatim("\" y=\"")
    number(y, &output)
    output.verbatim("\">")
    output.markup(text)
    output.verbatim("</text>\n")
  }

  /// The round numbers of an axis, at most 12 and `least` apart.
  private static func ticks(_ range: (Double, Double), least: Double = 1e-3) -> [Double] {
    let span = range.1 - range.0
    guard span.isFinite, span > 0 else { return [] }
    var step = 1e-6
    while step * 8 < span, step < 1e18 { step *= 10 }
    if step / 5 * 8 >= span { step /= 5 } else if step / 2 * 8 >= span { step /= 2 }
    // Labels have three decimals, and pictures are whole.
    step = max(step, least)
    var (ticks, place): ([Double], Double) = ([], (range.0 / step).rounded(.up))
    while place * step <= range.1 * (1 + 1e-12), ticks.count < 12 {
      ticks.append(place * step)
      place += 1
    }
    return ticks
  }

  private func axes(_ output: inout OutputBuffer) {
    let area = Self.area
    output.verbatim("<path class=\"grid\" d=\"")
    let (columns, rows) = (
      Self.ticks(xRange, least: recorder.kind == .gop ? 1 : 1e-3), Self.ticks((yRange.0 / unit.factor, yRange.1 / unit.factor))
    )
    for tick in columns {
      point(0x4D, x(tick), area.top, &output)
      point(0x4C, x(tick), area.bottom, &output)
    }
    for tick in rows {
      point(0x4D, area.left, y(tick * unit.factor), &output)
      point(0x4C, area.right, y(tick * unit.factor), &output)
    }
    output.verbatim("\"/>\n")
    for tick in columns { text(x(tick), area.bottom + 18, "middle", decimal(tick), &output) }
    for tick in rows { text(area.left - 8, y(tick * unit.factor) + 4, "end", decimal(tick), &output) }
    text((area.left + area.right) / 2, area.bottom + 40, "middle", xTitle, &output)
    text(area.left, area.top - 10, "label", unit.name, &output)
  }

  private func legend(_ output: inout OutputBuffer) {
    let names = recorder.kind == .gop ? ["I", "P", "B", "other"] : recorder.series.map { InfoWords.shortened($0.name, 40) }
    if recorder.series.isEmpty { return }
    var place = Self.area.right
    for (index, name) in names.enumerated().reversed() {
      place -= 7.0 * Double(name.unicodeScalars.count) + 26
      let style = recorder.kind == .gop ? Self.styles[(index + 1) & 3] : "s\(index % 5)"
      output.verbatim("<rect class=\"\(style)\" x=\"")
      number(place, &output)
      output.verbatim("\" y=\"38\" width=\"10\" height=\"10\"/>\n")
      text(place + 14, 47, "label", name, &output)
    }
  }

  /// The styles of pictures by the type in their flags: other, I, P, B.
  private static let styles = ["s4", "s1", "s0", "s2"]

  // MARK: - Series

  private func steps(_ series: PlotSeries, _ number: Int, _ output: inout OutputBuffer) {
    output.verbatim("<path class=\"line s\(number % 5)\" d=\"")
    for (index, step) in series.rates.enumerated() {
      point(index == 0 ? 0x4D : 0x4C, x(step.from), y(step.rate), &output)
      point(0x4C, x(step.to), y(step.rate), &output)
    }
    output.verbatim("\"/>\n")
  }

  /// Least and greatest values, with a line for a single one. A gap in the samples is one in the band.
  private func band(_ series: PlotSeries, _ number: Int, _ output: inout OutputBuffer) {
    let filled = series.bins.indices.filter { series.bins[$0].count > 0 }
    if filled.isEmpty { return }
    let steps = zip(filled, filled.dropFirst()).map { $1 - $0 }
    let gap = max(series.bins.count / 50, 10 * (steps.ordered { $0 < $1 }.dropFirst(steps.count / 2).first ?? 0))
    output.verbatim("<path class=\"band s\(number % 5)\" d=\"")
    var start = 0
    for place in filled.indices where place + 1 == filled.count || steps[place] > gap {
      let part = filled[start...place]
      if part.count == 1 {
        mark(x(series.place(part[start])), y(series.bins[part[start]].greatest), y(series.bins[part[start]].least), &output)
      } else {
        for (at, index) in part.enumerated() {
          point(at == 0 ? 0x4D : 0x4C, x(series.place(index)), y(series.bins[index].greatest), &output)
        }
        for index in part.reversed() { point(0x4C, x(series.place(index)), y(series.bins[index].least), &output) }
      }
      output.byte(0x5A)
      start = place + 1
    }
    output.verbatim("\"/>\n")
  }

  /// A box of four pixels around a value, or around the least and the greatest of a bin.
  private func mark(_ x: Double, _ top: Double, _ bottom: Double, _ output: inout OutputBuffer) {
    point(0x4D, x - 2, top - 2, &output)
    point(0x4C, x + 2, top - 2, &output)
    point(0x4C, x + 2, bottom + 2, &output)
    point(0x4C, x - 2, bottom + 2, &output)
  }

  private func bars(_ series: PlotSeries, _ output: inout OutputBuffer) {
    let width = max(0.4, (x(series.width) - x(0)) * 0.9)
    for kind in 0..<4 {
      output.verbatim("<path class=\"\(Self.styles[kind])\" stroke-width=\"0\" d=\"")
      for (index, bin) in series.bins.enumerated() where bin.count > 0 && Int(bin.kind) == kind {
        point(0x4D, x(series.place(index)), Self.area.bottom, &output)
        point(0x4C, x(series.place(index)), y(bin.greatest), &output)
        point(0x4C, x(series.place(index)) + width, y(bin.greatest), &output)
        point(0x4C, x(series.place(index)) + width, Self.area.bottom, &output)
        output.byte(0x5A)
      }
      output.verbatim("\"/>\n")
    }
    let starts = series.bins.indices.filter { series.bins[$0].isStart }
    if starts.count > 200 { return }
    output.verbatim("<path class=\"group\" d=\"")
    for index in starts {
      point(0x4D, x(series.place(index)), Self.area.top, &output)
      point(0x4C, x(series.place(index)), Self.area.bottom, &output)
    }
    output.verbatim("\"/>\n")
  }

  /// The size of a buffer.
  private func limit(_ bits: Double, _ number: Int, _ output: inout OutputBuffer) {
    output.verbatim("<path class=\"limit s\(number % 5)\" d=\"")
    point(0x4D, Self.area.left, y(bits), &output)
    point(0x4C, Self.area.right, y(bits), &output)
    output.verbatim("\"/>\n")
  }
}
