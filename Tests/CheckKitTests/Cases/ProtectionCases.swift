import BitstreamKit
import MP4Kit
import TestSupport

extension RuleCase {
  private static func encrypted(
    _ rule: String, _ name: String, also: Set<String> = [], _ damage: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  )
    -> RuleCase
  {
    RuleCase(rule: rule, name: name, also: also, good: { try Encrypted.file() }, damage: damage)
  }

  static let protection: [RuleCase] = [
    encrypted("cenc.track-encryption", "a vector of five bytes", also: ["cenc.sample-information"]) { _ in
      try Encrypted.file(tenc: [0, 0, 1, 5] + [UInt8](repeating: 7, count: 16))
    },
    encrypted("cenc.track-encryption", "a pattern in cenc") { _ in
      try Encrypted.file(tenc: [0, 0x19, 1, 8] + [UInt8](repeating: 7, count: 16))
    },
    encrypted("cenc.sample-information", "subsamples that are a byte too long") { _ in
      try Encrypted.file { $0[3].clear += 1 }
    },
    encrypted("cenc.sample-information", "saiz of 99 samples") { bytes in
      try BoxEdit(bytes).patching("moof[0]/traf[0]/saiz", at: 5, bigEndian(99))
    },
    encrypted("cenc.sample-information", "fragments without senc, saiz and saio", also: ["mp4.unknown-box"]) { bytes in
      var copy = bytes
      for type in ["senc", "saiz", "saio"] {
        for place in copy.indices.dropLast(4) where copy[place...].starts(with: type.utf8) {
          copy.replaceSubrange(place..<place + 4, with: "zzzz".utf8)
        }
      }
      return copy
    },
    encrypted("cenc.sample-information", "an offset of saio beyond the file") { bytes in
      try BoxEdit(bytes).patching("moof[0]/traf[0]/saio", at: 8, [0x7F, 0, 0, 0])
    },
    encrypted("cenc.sample-information", "an entry size of saiz without subsamples") { bytes in
      try BoxEdit(bytes).patching("moof[0]/traf[0]/saiz", at: 4, [8])
    },
    encrypted("cenc.clear-headers", "a second unit that is encrypted") { _ in
      try Encrypted.file { entries in entries[0] = (6, UInt32(entries[0].clear) - 6) }
    },
  ]
}
