import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Files with encrypted samples: what their clear bytes say, and nothing of the others.
@Suite(.enabled(if: Program.has("ffmpeg"))) struct EncryptedTests {
  private struct Frame: Decodable, Equatable {
    var offset: Int
    var size: Int
    var type: String
    var keyframe: Bool
    var qp: Int?
  }

  private static let note = "the samples are encrypted: only their clear parts are valid"

  private func frames(_ file: URL) throws -> (frames: [Frame], notes: [String]) {
    let result = try Program.mediaprobe("frames", "--format", "jsonl", file.path)
    let frames = try result.text.split(separator: "\n").map { try JSONDecoder().decode(Frame.self, from: Data($0.utf8)) }
    return (frames, result.standardError.split(separator: "\n").map { String($0.dropFirst("mediaprobe: \(file.path): ".count)) })
  }

  /// A copy of a fixture, clear, and one that FFmpeg encrypts: of each unit the length and the first byte remain clear.
  private func copies(_ fixture: String, in folder: URL) throws -> (clear: URL, encrypted: URL) {
    let source = Places.fixtures.appending(path: fixture).path
    let (clear, encrypted) = (folder.appending(path: "clear.mp4"), folder.appending(path: "encrypted.mp4"))
    let key = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00112233445566778899aabbccddeeff", "-encryption_kid"]
    for (file, options) in [(clear, []), (encrypted, key + ["ffeeddccbbaa99887766554433221100"])] {
      let made = try Program.run("ffmpeg", ["-v", "error", "-i", source, "-map", "0:v", "-c", "copy"] + options + [file.path])
      #expect(made.status == 0, "\(made.standardError)")
    }
    return (clear, encrypted)
  }

  private static let table = "moov/trak/mdia/minf/stbl/"

  /// Replaces types of boxes by `free`.
  private func hide(_ types: [String], of file: URL) throws {
    var bytes = [UInt8](try Data(contentsOf: file))
    let tree = try BoxTree(MemorySource(bytes))
    for type in types {
      let place = tree.nodes[try #require(tree[Self.table + type])].place
      bytes.replaceSubrange(Int(place.offset) + 4..<Int(place.offset) + 8, with: Array("free".utf8))
    }
    try Data(bytes).write(to: file)
  }

  @Test(arguments: ["plain.mp4", "hvc1.mp4"], [[], ["senc"], ["saiz", "saio"]])
  func encryptedHeadersAreNotRead(_ fixture: String, _ hidden: [String]) throws {
    try withEmptyFolder { folder in
      let (clear, encrypted) = try copies(fixture, in: folder)
      try hide(hidden, of: encrypted)
      let (wanted, found) = (try frames(clear).frames, try frames(encrypted))
      #expect(found.notes == [Self.note])
      let isIntra = fixture == "hvc1.mp4"
      let expected = wanted.map {
        Frame(offset: 0, size: $0.size, type: $0.keyframe && isIntra ? "I" : "?", keyframe: $0.keyframe, qp: nil)
      }
      #expect(
        found.frames.map { Frame(offset: 0, size: $0.size, type: $0.type, keyframe: $0.keyframe, qp: $0.qp) } == expected)
    }
  }

  /// The samples of a copy whose boxes say that the first bytes of each unit are clear, which they are.
  @Test(arguments: ["plain.mp4", "hvc1.mp4"]) func clearHeadersAreRead(_ fixture: String) throws {
    try withEmptyFolder { folder in
      let (clear, encrypted) = try copies(fixture, in: folder)
      let plain = [UInt8](try Data(contentsOf: clear))
      var bytes = [UInt8](try Data(contentsOf: encrypted))
      let (from, to) = (try BoxTree(MemorySource(plain)), try BoxTree(MemorySource(bytes)))
      let (source, target) = (from.nodes[try #require(from["mdat"])].place, to.nodes[try #require(to["mdat"])].place)
      #expect(source.size == target.size)
      bytes.replaceSubrange(Int(target.payloadOffset)..<Int(target.end), with: plain[Int(source.payloadOffset)..<Int(source.end)])
      // Clear media alone change nothing: the boxes say what is encrypted.
      try Data(bytes).write(to: encrypted)
      #expect(try frames(encrypted).frames.allSatisfy { $0.qp == nil })

      bytes = try BoxEdit(bytes).changing(SampleEncryptionBox.self, Self.table + "senc") { box in
        var coded: [UInt8] = []
        for entry in box.entries(perSampleIVSize: 8) ?? [] {
          coded += entry.initializationVector + [0, UInt8(entry.subsamples.count)]
          for part in entry.subsamples {
            let moved = min(60, part.bytesOfProtectedData)
            let (open, closed) = (UInt32(part.bytesOfClearData) + moved, part.bytesOfProtectedData - moved)
            coded += [UInt8(open >> 8 & 255), UInt8(open & 255)] + (0..<4).map { UInt8(closed >> (24 - 8 * UInt32($0)) & 255) }
          }
        }
        box.samples = coded
      }
      try Data(bytes).write(to: encrypted)
      let (wanted, found) = (try frames(clear).frames, try frames(encrypted))
      #expect(found.notes == [Self.note])
      #expect(found.frames.map { $0.type } == wanted.map { $0.type })
      #expect(found.frames.map { $0.qp } == wanted.map { $0.qp })
      let traced = try Program.mediaprobe("trace", "--unit", fixture == "plain.mp4" ? "3" : "4", encrypted.path)
      #expect(traced.text.contains("of them, the rest is encrypted") && traced.text.contains("slice_qp_delta = "))
      #expect(traced.standardError.split(separator: "\n").count == 1, "\(traced.standardError)")
    }
  }

  /// Whether a group is open, and how far pictures are reordered, is not said of pictures whose order is not known.
  @Test func groupsOfEncryptedPicturesAreOfUnknownOrder() throws {
    struct Group: Decodable, Equatable {
      var open: Bool?
      var reorderDepth: Int?

      enum CodingKeys: String, CodingKey {
        case open
        case reorderDepth = "reorder_depth"
      }
    }
    try withEmptyFolder { folder in
      let (clear, encrypted) = try copies("opengop.hevc", in: folder)
      func groups(_ file: URL) throws -> [Group] {
        let result = try Program.mediaprobe("gop", "--format", "jsonl", file.path)
        return try result.text.split(separator: "\n").map { try JSONDecoder().decode(Group.self, from: Data($0.utf8)) }
      }
      let (before, after) = (try groups(clear), try groups(encrypted))
      #expect(before.contains { $0.open == true } && before.count == after.count)
      for (one, other) in zip(before, after) {
        // No picture precedes an IDR picture.
        #expect(other.open == nil || other.open == one.open)
        #expect(other.reorderDepth == nil)
      }
      #expect(after.dropFirst().allSatisfy { $0.open == nil })
    }
  }

  @Test func samplesThatAreEncryptedAsAWholeHaveNoUnits() throws {
    try withEmptyFolder { folder in
      let (_, encrypted) = try copies("plain.mp4", in: folder)
      try hide(["senc", "saiz", "saio"], of: encrypted)
      let (found, notes) = try frames(encrypted)
      #expect(found.isEmpty && notes.count == 2 && notes.last?.contains("encrypted with its length") == true, "\(notes)")
      #expect(try Program.mediaprobe("packets", "--format", "jsonl", encrypted.path).text.split(separator: "\n").count == 25)
    }
  }

  /// `explain` names what a byte is only where it is clear.
  @Test func encryptedBytesAreNotExplained() throws {
    try withEmptyFolder { folder in
      let (_, encrypted) = try copies("plain.mp4", in: folder)
      // The second picture: its length, its first byte, and the others.
      let frame = try frames(encrypted).frames[1]
      let clear = try Program.mediaprobe("explain", encrypted.path, "\(frame.offset + 4)").text
      #expect(clear.contains("nal_ref_idc") && !clear.contains("encrypted bytes"))
      let closed = try Program.mediaprobe("explain", encrypted.path, "\(frame.offset + 9)").text
      #expect(closed.contains("encrypted bytes, \(frame.size - 5) bytes at \(frame.offset + 5)") && !closed.contains("slice_header"))
    }
  }

  /// Every prefix of the boxes that say what is encrypted, and every changed byte of them, leaves the other commands intact.
  @Test func damagedEncryptionBoxesAreSaidAndBounded() throws {
    try withEmptyFolder { folder in
      let (_, encrypted) = try copies("plain.mp4", in: folder)
      let bytes = [UInt8](try Data(contentsOf: encrypted))
      let tree = try BoxTree(MemorySource(bytes))
      for type in ["senc", "saiz", "saio", "stsz"] {
        let place = tree.nodes[try #require(tree[Self.table + type])].place
        for offset in stride(from: Int(place.payloadOffset), to: min(Int(place.payloadOffset) + 40, Int(place.end)), by: 3) {
          var damaged = bytes
          damaged[offset] ^= 0xFF
          try Data(damaged).write(to: encrypted)
          let result = try Program.mediaprobe("frames", encrypted.path)
          #expect(
            [0, 1, 65].contains(result.status) && result.standardError.contains("encrypted"), "\(type) at \(offset): \(result.status)")
        }
      }
    }
  }

  /// Types, keys and quantizers of files from packagers that leave slice headers clear.
  @Test(
    .enabled(if: Places.corpus != nil), arguments: ["mp4/cbcs.mp4", "mp4/prog_8s_enc_dashinit.mp4", "mp4/fate_mov-frag-encrypted.mp4"])
  func packagersLeaveSliceHeadersClear(_ path: String) throws {
    let file = try #require(Places.corpus).appending(path: path)
    let (found, notes) = try frames(file)
    #expect(notes == [Self.note])
    #expect(!found.isEmpty && found.allSatisfy { $0.type != "?" && $0.qp != nil })
  }
}
