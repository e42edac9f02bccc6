import BitstreamKit
import NALKit
import ProbeKit
import RemuxKit

/// A question with its options: `question`, the name of the file, and `key=value` for each option, separated by a zero byte.
struct Request {
  let question: String
  let name: String
  private var keys: [String] = []
  private var values: [String] = []

  init(_ bytes: [UInt8]) {
    var words: [String] = []
    for part in bytes.split(separator: 0, omittingEmptySubsequences: false) { words.append(String(decoding: part, as: UTF8.self)) }
    question = words.first ?? ""
    name = words.count > 1 ? words[1] : ""
    for word in words.dropFirst(2) {
      let text = Array(word.utf8)
      guard let equals = text.firstIndex(of: 0x3D) else { continue }
      keys.append(String(decoding: text[..<equals], as: UTF8.self))
      values.append(String(decoding: text[(equals + 1)...], as: UTF8.self))
    }
  }

  /// The value of an option; nil if it is not given.
  func option(_ key: StaticString) -> String? {
    let key = key.description
    for index in keys.indices where keys[index] == key { return values[index] }
    return nil
  }

  /// A number; nil if the option is not given.
  /// - Throws: if it is no number.
  func number(_ key: StaticString) throws(ProbeRequestError) -> UInt64? {
    guard let text = option(key) else { return nil }
    guard let number = UInt64(text) else { throw ProbeRequestError("\(key) is not a number: '\(text)'") }
    return number
  }

  /// An index; nil if the option is not given.
  func index(_ key: StaticString) throws(ProbeRequestError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard let index = Int(exactly: number) else { throw ProbeRequestError("\(key) is too large: \(number)") }
    return index
  }

  /// A time in seconds, with a fraction; nil if the option is not given.
  func time(_ key: StaticString) throws(ProbeRequestError) -> MediaTime? {
    guard let text = option(key) else { return nil }
    let parts = Array(text.utf8).split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.count == 1 || parts.count == 2 && parts[1].count <= 3,
      let whole = UInt32(String(decoding: parts[0], as: UTF8.self)), whole < 1 << 30
    {
      var thousandths: Int64 = 0
      if parts.count == 2, let fraction = UInt32(String(decoding: parts[1], as: UTF8.self)) {
        thousandths = Int64(fraction)
        for _ in parts[1].count..<3 { thousandths *= 10 }
      } else if parts.count == 2 {
        throw ProbeRequestError("\(key) is not a time in seconds: '\(text)'")
      }
      return MediaTime(milliseconds: Int64(whole) * 1000 + thousandths)
    }
    throw ProbeRequestError("\(key) is not a time in seconds with at most three decimals: '\(text)'")
  }

  /// A frame rate in pictures per second: `25`, `29.97`, `30000/1001`; nil if the option is not given.
  func frameRate() throws(ProbeRequestError) -> ExactRatio? {
    guard let text = option("fps") else { return nil }
    guard let rate = ExactRatio(frameRate: text) else {
      throw ProbeRequestError("fps is not a frame rate such as 25, 29.97 or 30000/1001: '\(text)'")
    }
    return rate
  }

  /// Which NAL units are asked for.
  func selection() throws(ProbeRequestError) -> StreamSelection { StreamSelection(codec: try codec(), track: try index("track")) }

  /// The codec of a byte stream; nil to detect it.
  func codec() throws(ProbeRequestError) -> VideoCodec? {
    guard let text = option("codec") else { return nil }
    guard let codec = VideoCodec(rawValue: text) else { throw ProbeRequestError("the codec is h264 or hevc, not '\(text)'") }
    return codec
  }
}
