import BitstreamKit
import RemuxKit

/// Selects streams: `v`, `a:0`, `2`, `#2`, `m:language:eng`, `u`, `t`, `p:0`.
struct ProbeStreamSpecifier {
  private var kind: ProbeStream.Kind?
  private var number: Int?
  private var id: UInt32?
  private var leavesPictures = false
  private var isUsable = false
  /// Whether it names streams of kinds that these files do not have: attachments, and those of programs.
  private var namesNone = false
  private var tag: (key: String, value: String?)?

  init?(_ text: String) {
    var rest = text[...]
    while let first = rest.first {
      if let found = ["v": ProbeStream.Kind.video, "V": .video, "a": .audio, "s": .subtitle, "d": .data][first] {
        kind = found
        if first == "V" { leavesPictures = true }
        rest = rest.dropFirst()
        if !rest.isEmpty, rest.popFirst() != ":" { return nil }
      } else if first == "t" {
        namesNone = true
        rest = rest.dropFirst()
        if !rest.isEmpty, rest.popFirst() != ":" { return nil }
      } else if rest.hasPrefix("p:") {
        namesNone = true
        let halves = rest.dropFirst(2).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = halves.first, (digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)) != nil else {
          return nil
        }
        rest = halves.count > 1 ? halves[1] : ""
      } else if first == "#" || rest.hasPrefix("i:") {
        let digits = rest.dropFirst(first == "#" ? 1 : 2)
        guard let id = digits.hasPrefix("0x") ? UInt32(digits.dropFirst(2), radix: 16) : UInt32(digits) else { return nil }
        self.id = id
        return
      } else if rest.hasPrefix("m:") {
        let halves = rest.dropFirst(2).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        tag = (String(halves.first ?? ""), halves.count > 1 ? String(halves[1]) : nil)
        return
      } else if rest == "u" {
        isUsable = true
        return
      } else if let number = Int(rest), number >= 0 {
        self.number = number
        return
      } else {
        return nil
      }
    }
  }

  func selects(among streams: [ProbeStream]) -> [Bool] {
    var seen = 0
    return streams.map { stream in
      if namesNone { return false }
      if let kind, stream.kind != kind { return false }
      if leavesPictures, stream.isAttachedPicture { return false }
      if let id { return stream.id == id }
      if let tag { return Self.has(stream, tag.key, tag.value) }
      if isUsable { return Self.isUsable(stream) }
      defer { seen += 1 }
      return number == nil || number == seen
    }
  }

  /// Whether a stream has a tag, with a value unless that is nil. The case of the key does not matter.
  private static func has(_ stream: ProbeStream, _ key: String, _ value: String?) -> Bool {
    let wanted = key.lowercased()
    guard let found = stream.tags.first(where: { $0.key.lowercased() == wanted }) else { return false }
    return value == nil || found.value == value
  }

  /// Whether the parameters that a decoder needs are known.
  private static func isUsable(_ stream: ProbeStream) -> Bool {
    if let video = stream.video { return video.width > 0 && video.height > 0 && video.pixelFormat != nil }
    if let audio = stream.audio { return audio.sampleRate > 0 && audio.channels > 0 && audio.sampleFormat != nil }
    return true
  }
}
