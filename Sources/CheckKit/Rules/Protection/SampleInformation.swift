import BitstreamKit
import MP4Kit

/// The encryption information of samples does not fit the samples.
final class SampleInformation: ProtectionRule {
  override var page: RulePage {
    RulePage(
      "cenc.sample-information", .error, "the encryption information of samples does not fit the samples",
      clause: """
        ISO/IEC 23001-7:2023 7.1 to 7.3 (senc, saiz, saio); 9.5: the subsamples of a sample add up to its size; ISO/IEC \
        14496-12:2022 8.7.8 and 8.7.9
        """,
      cause: """
        Samples were added, removed or edited after encryption, boxes moved without new offsets, or the writer left the information out, \
        as FFmpeg does in fragments. Decryption yields garbage.
        """,
      remedy: "Encrypt again; tools that edit samples have to do so before encryption.")
  }

  override func samples(_ samples: ProtectedSamples, _ track: MovieTrack, _ file: MovieFacts, _ run: CheckRun) {
    var found: [String] = []
    if let box = samples.sizes, UInt64(box.sampleCount) > samples.count || UInt64(box.sampleCount) < samples.count && !samples.hasGroups {
      found.append("saiz counts \(box.sampleCount) samples, there are \(samples.count)")
    }
    if let box = samples.encryption, UInt64(box.sampleCount) != samples.count, !samples.hasGroups {
      found.append("senc counts \(box.sampleCount) samples, there are \(samples.count)")
    }
    if samples.count > 0, samples.place == nil, !samples.hasGroups, samples.defaults.defaultIsProtected == 1,
      samples.defaults.defaultPerSampleIVSize > 0
    {
      found.append("senc, saiz and saio are missing, and the samples have \(samples.defaults.defaultPerSampleIVSize) bytes of vector each")
    }
    if let why = offsets(samples, file) { found.append(why) }
    if let entries = samples.entries {
      if let why = compare(entries, samples) { found.append(why) }
    } else if samples.encryption != nil, !samples.hasGroups {
      found.append("senc has not \(samples.defaults.defaultPerSampleIVSize) bytes of initialization vector for each sample")
    }
    for why in found { run.find(self, why, at: samples.place?.offset, size: samples.place?.size, path: samples.path) }
  }

  private func offsets(_ samples: ProtectedSamples, _ file: MovieFacts) -> String? {
    guard let box = samples.offsets, box.offsets.count > 0 else { return nil }
    let (first, overflow) = samples.base.addingReportingOverflow(box.offsets[0].offset)
    if overflow || first >= file.byteCount { return "saio refers to byte \(first), the file has \(file.byteCount)" }
    if samples.encryption != nil, let place = samples.place, first != place.payloadOffset + 8 {
      return "saio refers to byte \(first), the entries of senc begin at \(place.payloadOffset + 8)"
    }
    return nil
  }

  private func compare(_ entries: [SampleEncryption], _ samples: ProtectedSamples) -> String? {
    for (number, entry) in entries.enumerated() {
      if samples.samples.indices.contains(number), !entry.subsamples.isEmpty {
        let sum = entry.subsamples.reduce(UInt64(0)) { $0 &+ UInt64($1.bytesOfClearData) &+ UInt64($1.bytesOfProtectedData) }
        if sum != samples.samples[number].size {
          return "the subsamples of sample \(number) have \(sum) bytes, the sample has \(samples.samples[number].size)"
        }
      }
      guard let box = samples.sizes else { continue }
      let hasSubsamples = samples.encryption?.hasSubsamples == true
      let size = entry.initializationVector.count + (hasSubsamples ? 2 + 6 * entry.subsamples.count : 0)
      let stated =
        box.defaultSampleInfoSize > 0
        ? Int(box.defaultSampleInfoSize) : box.sampleInfoSizes.count > number ? Int(box.sampleInfoSizes[number]) : size
      if stated != size { return "saiz states \(stated) bytes for sample \(number), senc has \(size)" }
    }
    return nil
  }
}
