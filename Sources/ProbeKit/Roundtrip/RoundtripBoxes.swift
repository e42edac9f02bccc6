import BitstreamKit
import MP4Kit

/// Checks the boxes of a file: each header, and the fields of each known box.
func roundtripBoxes(_ input: ProbeInput, _ log: RoundtripLog) throws(ByteError) -> String? {
  let source = BoxSource(input)
  var walker = BoxWalker(source)
  var told = 0
  while log.output.failure == nil, let place = try walker.next() {
    while told < walker.findings.count {
      log.findings.add(walker.findings[told].description, &log.output)
      told += 1
    }
    if !place.isBox {
      log.add("no box", at: place.offset, .kept)
      continue
    }
    var (first, count) = try walker.window.load(place.offset, place.header.byteCount)
    log.add("box header", at: place.offset, .compared(place.header.encoded, with: Array(walker.window.bytes[first..<first + count])))
    let kind = place.header.type.description
    if isMedia(place) || isFree(place) || !(isKnown(place) || place.isQuickTimeMeta) {
      log.add(kind, at: place.offset, .kept)
      continue
    }
    let size = (place.childrenOffset ?? place.end) - place.payloadOffset
    // In a pipe a box may be longer than what is left.
    let isTooLarge = size > UInt64(RoundtripLog.maxHeld)
    if isTooLarge, source.byteCount != .max {
      log.leaveOut(kind, at: place.offset, size)
      continue
    }
    (first, count) = try walker.window.load(place.payloadOffset, Int(min(size, UInt64(RoundtripLog.maxHeld) + 1)))
    if isTooLarge, count > RoundtripLog.maxHeld {
      log.leaveOut(kind, at: place.offset, size)
      continue
    }
    let fields = Array(walker.window.bytes[first..<first + count])
    log.add(kind, at: place.offset, boxResult(place, fields))
  }
  while told < walker.findings.count {
    log.findings.add(walker.findings[told].description, &log.output)
    told += 1
  }
  return log.isEmpty ? "no box in \(input.position) bytes" : nil
}

private func boxResult(_ place: BoxPlace, _ fields: [UInt8]) -> RoundtripResult {
  switch BoxContent.roundTrip(place, fields) {
  case .same: .same
  case .different(let at): .different(at: at, why: "the input has \(at < fields.count ? "\(fields[at])" : "the end")")
  case .unread(let error): .unread(error.description)
  case .unwritten(let error): .different(at: 0, why: error.description)
  case nil: .kept
  }
}
