import BitstreamKit

/// Parses a duration such as `2s`, `1.5s`, `0.033367`, `500ms` or `2`: up to nine decimals of a second.
func duration(_ text: String) -> MediaTime? {
  let isMilliseconds = text.hasSuffix("ms")
  let digits = isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
  let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count <= 2, let whole = UInt32(parts[0]), whole < 1 << 30 else { return nil }
  if isMilliseconds { return parts.count == 1 ? MediaTime(milliseconds: Int64(whole)) : nil }
  if parts.count == 1 { return MediaTime(value: Int64(whole), timescale: 1) }
  let decimals = parts[1].utf8.count
  guard decimals <= 9, let fraction = UInt32(parts[1]) else { return nil }
  // Milliseconds, microseconds or nanoseconds.
  let (timescale, wanted): (UInt32, Int) = decimals <= 3 ? (1000, 3) : decimals <= 6 ? (1_000_000, 6) : (1_000_000_000, 9)
  var value = Int64(fraction)
  for _ in decimals..<wanted { value *= 10 }
  return MediaTime(value: Int64(whole) * Int64(timescale) + value, timescale: timescale)
}

/// Parses a position on a timeline: `90`, `1.5s`, `500ms`, `2:03`, `1:02:03.5`.
func timelinePlace(_ text: String) -> MediaTime? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  if parts.count == 1 { return duration(text) }
  guard parts.count <= 3, let last = parts.last, !last.hasSuffix("s"), let seconds = duration(String(last)) else { return nil }
  var whole: Int64 = 0
  for part in parts.dropLast() {
    guard let number = UInt32(part), number < 1 << 20 else { return nil }
    whole = whole * 60 + Int64(number)
  }
  if seconds.seconds >= 60 { return nil }
  return MediaTime(value: whole * 60, timescale: 1).flatMap { $0.adding(seconds) }
}
