import BitstreamKit
import NALKit

/// Byte streams and length-prefixed samples: every reader gives the same for chunks as for the whole, and as a search byte by byte.
func fuzzAnnexB(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let seed = tape.byte()
  let limit = Int(tape.byte())
  let stream = tape.rest()
  let pieces = chunks(of: stream, seed: seed)
  let units = slowUnits(stream)
  try checkParser(stream, units, [stream])
  try checkParser(stream, units, pieces)
  try checkCollector(stream, units, pieces, limit: limit)
  try checkFilter(stream, units, pieces, limit: limit)
  try checkPrevention(stream)
  try checkLengths(stream, pieces, seed)
  try checkConversion(stream, seed, limit)
}

/// The units of a byte stream, found byte by byte.
private func slowUnits(_ stream: [UInt8]) -> [AnnexBUnit] {
  var units: [AnnexBUnit] = []
  // The zeros before the current byte, and whether a start code came.
  var (zeros, isOpen) = (0, false)
  func close(_ end: Int, trailing: Int) {
    guard isOpen, var unit = units.popLast() else { return }
    unit.length = UInt64(end) - unit.offset
    unit.trailingZeroBytes = UInt64(trailing)
    let first = Int(unit.offset)
    unit.headCount = min(8, end - first)
    for index in 0..<unit.headCount { unit.head |= UInt64(stream[first + index]) << UInt64(56 - 8 * index) }
    units.append(unit)
  }
  for (index, byte) in stream.enumerated() {
    if byte == 1, zeros >= 2 {
      let length = min(zeros, 3) + 1
      close(index - zeros, trailing: zeros + 1 - length)
      isOpen = true
      units.append(AnnexBUnit(startCodeOffset: UInt64(index + 1 - length), startCodeLength: length, length: 0, head: 0, headCount: 0))
    }
    zeros = byte == 0 ? zeros + 1 : 0
  }
  close(stream.count - zeros, trailing: zeros)
  return units
}

private func checkParser(_ stream: [UInt8], _ expected: [AnnexBUnit], _ pieces: [[UInt8]]) throws(Violation) {
  var parser = AnnexBParser()
  var units: [AnnexBUnit] = []
  for piece in pieces {
    var cursor = 0
    while let unit = parser.next(in: piece, from: &cursor, to: piece.count) { units.append(unit) }
    try demand(cursor == piece.count, "the parser leaves bytes of a chunk")
  }
  if let last = parser.finish() { units.append(last) }
  try demand(units == expected, "\(pieces.count) chunks: the parser finds \(units), expected \(expected)")
  try demand(parser.position == UInt64(stream.count), "the parser is at \(parser.position) of \(stream.count)")
}

private func checkCollector(_ stream: [UInt8], _ expected: [AnnexBUnit], _ pieces: [[UInt8]], limit: Int) throws(Violation) {
  var collector = AnnexBUnitCollector(limit: limit)
  var units: [AnnexBUnit] = []
  func take(_ unit: AnnexBUnitCollector.Unit, _ piece: [UInt8]) throws(Violation) {
    units.append(unit.position)
    let bytes = unit.isHeld ? collector.held[unit.range] : piece[unit.range]
    let whole = stream[Int(unit.position.offset)..<Int(unit.position.offset + unit.position.length)]
    try demand(bytes.elementsEqual(whole.prefix(bytes.count)), "the collector gives other bytes")
    try demand(bytes.count >= min(whole.count, limit), "the collector gives \(bytes.count) of \(whole.count) bytes")
  }
  for piece in pieces {
    var cursor = 0
    while let unit = collector.next(in: piece, from: &cursor, to: piece.count) { try take(unit, piece) }
  }
  if let unit = collector.finish() { try take(unit, []) }
  try demand(units == expected, "the collector finds \(units), expected \(expected)")
}

private func checkFilter(_ stream: [UInt8], _ expected: [AnnexBUnit], _ pieces: [[UInt8]], limit: Int) throws(Violation) {
  for limit in [limit, stream.count] {
    var filter = AnnexBFilter(limit: limit)
    var output: [UInt8] = []
    var taken: [UInt64] = []
    func take(_ event: AnnexBFilter.Event, _ piece: [UInt8]) {
      switch event {
      case .pass(let range): output += piece[range]
      case .passHeld: output += filter.held
      case .unit(let unit, let zeros):
        taken.append(unit.offset)
        output += filter.held
        output += [UInt8](repeating: 0, count: Int(zeros))
      }
    }
    for piece in pieces {
      var cursor = 0
      while let event = filter.next(in: piece, from: &cursor, to: piece.count, wanting: { $0 & 3 == 3 }) { take(event, piece) }
    }
    while let event = filter.finish() { take(event, []) }
    try demand(output == stream, "the filter with limit \(limit) changes the stream")
    if limit == stream.count {
      let wanted = expected.filter { ($0.headByte(0) ?? 0) & 3 == 3 }.map { $0.offset }
      try demand(taken == wanted, "the filter takes \(taken), expected \(wanted)")
    }
  }
}

private func checkPrevention(_ stream: [UInt8]) throws(Violation) {
  let unit = EmulationPrevention.adding(to: stream)
  try demand(EmulationPrevention.removing(from: unit) == stream, "emulation prevention does not come off again")
  var zeros = 0
  for byte in unit {
    try demand(zeros < 2 || byte > 2, "emulation prevention leaves \(zeros) zeros before \(byte)")
    zeros = byte == 0 ? zeros + 1 : 0
  }
  var rbsp: [UInt8] = []
  let map = EmulationPrevention.removing(from: stream, 0..<stream.count, into: &rbsp, fileOffset: 0)
  try demand(rbsp == EmulationPrevention.removing(from: stream), "the two ways to remove emulation prevention disagree")
  for index in rbsp.indices {
    let place = EmulationPrevention.codedIndex(of: index, in: stream, 0..<stream.count)
    // The search for an index starts at the beginning each time.
    if index > 256 { break }
    try demand(map.fileByte(of: index) == UInt64(place), "byte \(index) is at \(place), or at \(map.fileByte(of: index) ?? 0)")
    try demand(stream[place] == rbsp[index], "byte \(index) is not at \(place)")
  }
}

private func checkLengths(_ sample: [UInt8], _ pieces: [[UInt8]], _ seed: UInt8) throws(Violation) {
  guard let size = NALLengthSize(rawValue: Int(seed & 3) + 1) else { return }
  func parsed(_ pieces: [[UInt8]]) -> [LengthPrefixedUnit] {
    var parser = LengthPrefixedParser(lengthSize: size)
    var units: [LengthPrefixedUnit] = []
    for piece in pieces {
      var cursor = 0
      while let unit = parser.next(in: piece, from: &cursor, to: piece.count) { units.append(unit) }
    }
    if let end = parser.finish(), let unit = end.unit { units.append(unit) }
    return units
  }
  let units = parsed([sample])
  try demand(parsed(pieces) == units, "length prefixes of \(size.rawValue) bytes: chunks give other units")
  var splitter = LengthPrefixedSplitter(lengthSize: size)
  var (lengths, bytes): ([UInt32], [UInt8]) = ([], [])
  for piece in pieces {
    var cursor = 0
    while let event = splitter.next(in: piece, from: &cursor, to: piece.count) {
      switch event {
      case .begin(let length): lengths.append(length)
      case .bytes(let range): bytes += piece[range]
      }
    }
  }
  try demand(lengths.starts(with: units.map { $0.length }) || units.count > lengths.count, "the splitter finds other lengths")
  try demand(bytes.count + lengths.count * size.rawValue <= sample.count, "the splitter gives more than there is")
}

private func checkConversion(_ stream: [UInt8], _ seed: UInt8, _ limit: Int) throws(Violation) {
  var conversion = AccessUnitConversion(
    into: seed & 1 == 0 ? .lengths(.four) : .shortestStartCodes, codec: limit & 4 != 0 ? .hevc : .h264)
  if limit & 1 != 0 { conversion.removed = .init(12) }
  if limit & 2 != 0 { conversion.delimiter = [9, 0x10] }
  if limit & 8 != 0 { conversion.parameterSets = [[0x67, 1, 2], [0x68, 3]] }
  var converted: [UInt8] = []
  _ = try? conversion.appendAnnexB(stream, 0..<stream.count, puttingParameterSets: limit & 16 != 0, to: &converted)
  guard let size = NALLengthSize(rawValue: (limit >> 5 & 3) + 1) else { return }
  func run(_ pieces: [[UInt8]]) -> (bytes: [UInt8], isWhole: Bool) {
    var converter = SampleConverter(conversion, lengthSize: size)
    converter.begin(puttingParameterSets: limit & 16 != 0)
    var bytes: [UInt8] = []
    do {
      for piece in pieces { try converter.append(piece, 0..<piece.count, to: &bytes) }
      try converter.end()
    } catch { return (bytes, false) }
    return (bytes, true)
  }
  let (whole, parts) = (run([stream]), run(chunks(of: stream, seed: seed)))
  try demand(whole.isWhole == parts.isWhole && (!whole.isWhole || whole.bytes == parts.bytes), "a sample in chunks is converted otherwise")
}
