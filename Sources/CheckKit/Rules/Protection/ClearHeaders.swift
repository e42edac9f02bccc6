import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// Length fields or NAL unit headers are encrypted.
final class ClearHeaders: ProtectionRule {
  override var page: RulePage {
    RulePage(
      "cenc.clear-headers", .error, "length fields or NAL unit headers are encrypted",
      clause: "ISO/IEC 23001-7:2023 9.5.2: length fields, NAL unit headers and units other than slices are not encrypted",
      cause: "The packager encrypts whole samples, or counts the subsamples wrongly. Players cannot find the units before decryption.",
      remedy: "Encrypt again with subsamples.")
  }

  /// The samples that are read of each fragment.
  private static let limit = 8

  override func samples(_ samples: ProtectedSamples, _ track: MovieTrack, _ file: MovieFacts, _ run: CheckRun) {
    guard let description = track.descriptions.first, let entries = samples.entries,
      let lengthSize = (description.avc?.lengthSizeMinusOne ?? description.hevc?.lengthSizeMinusOne).map({ Int($0) + 1 })
    else { return }
    let headerSize = description.avc != nil ? 1 : 2
    for (number, entry) in entries.prefix(min(Self.limit, samples.samples.count)).enumerated() {
      let sample = samples.samples[number]
      guard let at = wrong(entry, sample.offset, sample.size, lengthSize, headerSize, file) else { continue }
      run.find(
        self, entry.subsamples.isEmpty ? "sample \(number) has no subsamples" : "sample \(number) encrypts a unit's header at byte \(at)",
        at: at, size: UInt64(lengthSize + headerSize), path: samples.path)
      return
    }
  }

  /// The place of the first header that is encrypted; nil if there is none, or if the units cannot be followed.
  private func wrong(
    _ entry: SampleEncryption, _ offset: UInt64, _ size: UInt64, _ lengthSize: Int, _ headerSize: Int, _ file: MovieFacts
  ) -> UInt64? {
    // Without subsamples all of the sample is encrypted.
    var clear: [Range<UInt64>] = []
    var place: UInt64 = 0
    for part in entry.subsamples {
      let end = place &+ UInt64(part.bytesOfClearData)
      if end > size { return nil }
      if clear.last?.upperBound == place {
        clear[clear.count - 1] = clear[clear.count - 1].lowerBound..<end
      } else {
        clear.append(place..<end)
      }
      place = end &+ UInt64(part.bytesOfProtectedData)
    }
    var (at, bytes, units): (UInt64, [UInt8], Int) = (0, [], 0)
    while at &+ UInt64(lengthSize + headerSize) <= size, units < 4096 {
      let header = at..<at + UInt64(lengthSize + headerSize)
      guard clear.contains(where: { $0.lowerBound <= header.lowerBound && header.upperBound <= $0.upperBound }) else { return offset &+ at }
      guard (try? file.source.read(at: offset &+ at, count: lengthSize, into: &bytes)) != nil, bytes.count == lengthSize else { return nil }
      at += UInt64(lengthSize) + bytes.reduce(0) { $0 << 8 | UInt64($1) }
      units += 1
    }
    return nil
  }
}
