import BitstreamKit
import MP4Kit
import RemuxKit

/// A file in memory is damaged as `kind` says, and recovered: what is written has the samples that were found, with their bytes and times.
func fuzzRecover(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (choice, kind) = (tape.byte(), tape.byte())
  let whole = tape.rest()
  let targets: [Remuxer.Target] = [.mp4, .flv, .byteStream]
  let target = targets[Int(choice & 3) % targets.count]
  let bytes = damaged(whole, kind)
  guard let composition = recovered(bytes, like: whole, for: target) else { return }
  let file = MemoryFile()
  guard let report = try? Remuxer.carry(composition, to: target, file.output(canReplace: true, canRead: true), CarryOptions()) else {
    return
  }
  let difference: String?
  do throws(MediaError) {
    difference = try CarryVerifier.difference(between: composition, and: MemorySource(file.bytes), written: target, CarryOptions())
  } catch { throw Violation("what was recovered cannot be read: \(error)") }
  // What a finding tells cannot be kept, such as times that run backwards.
  if let difference, report.findings.isEmpty { throw Violation("what was recovered differs: \(difference)") }
}

private func damaged(_ bytes: [UInt8], _ kind: UInt8) -> [UInt8] {
  let middle = bytes.count / 3 + Int(kind >> 3) * 7
  switch kind & 7 {
  case 1: return renamed(bytes, "stsc")
  case 2: return renamed(bytes, "stsz")
  case 3: return renamed(bytes, "stco")
  case 4: return renamed(bytes, "moov")
  case 5: return middle < bytes.count ? bytes[..<middle] + [9, 0, 0, 0, 0xFF, 8, 0] + bytes[middle...] : bytes
  case 6: return middle + 5 < bytes.count ? Array(bytes[..<middle] + bytes[(middle + 5)...]) : bytes
  case 7: return Array(bytes.prefix(middle))
  case 0 where kind > 0: return Array(bytes.prefix(middle) + bytes.dropFirst(middle).enumerated().map { $0 < 200 * Int(kind) ? 0 : $1 })
  default: return bytes
  }
}

/// The bytes without the first box of a type.
private func renamed(_ bytes: [UInt8], _ type: String) -> [UInt8] {
  guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: type.utf8) }) else { return bytes }
  var copy = bytes
  copy[place] = UInt8(ascii: "x")
  return copy
}

/// As the command `recover` does, with the file before the damage as the good file.
private func recovered(_ bytes: [UInt8], like whole: [UInt8], for target: Remuxer.Target) -> MediaComposition? {
  let source = MemorySource(bytes)
  if !bytes.starts(with: "FLV".utf8), (try? Recovery.isWithoutIndex(source)) == true {
    guard let good = try? MediaInput(MemorySource(whole), name: "a good file") else { return nil }
    return try? Recovery.movie(in: source, name: "a file", knowing: .like(good), for: target)
  }
  return try? Recovery.media(in: source, name: "a file", for: target)
}
