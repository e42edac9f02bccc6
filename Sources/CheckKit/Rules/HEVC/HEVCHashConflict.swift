import BitstreamKit
import HEVCKit
import NALKit

/// Two hashes of the same picture differ.
final class HEVCHashConflict: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.picture-hash-conflict", .error, "two hashes of the same picture differ",
      clause: "ITU-T H.265 (08/2021) D.3.19",
      cause: "A tool that changed the picture added a hash and left the old one. Decoders that verify report an error.",
      remedy: "Remove the wrong message.")
  }

  private var hashes: [(type: UInt8, values: [[UInt8]])] = []

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isBaseSlice, stream.isFirstSegment { hashes.removeAll() }
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    for message in information.messages {
      guard case .decodedPictureHash(let hash) = message.payload else { continue }
      if hashes.contains(where: { $0.type == hash.hashType && $0.values != hash.hashes }) {
        run.find(
          self, "hash_type \(hash.hashType) occurs with different values", at: stream.unit.offset, size: stream.unit.length,
          path: stream.unitPath + " › decoded_picture_hash")
      } else if hashes.count < 16 {
        hashes.append((hash.hashType, hash.hashes))
      }
    }
  }
}
