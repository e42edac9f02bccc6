import AACKit
import BitstreamKit

/// Remuxes one track to an elementary stream: H.264 or H.265 with start codes, AAC in ADTS, or concatenated frames.
struct StreamCarrier: ~Copyable {
  private let source: AnyByteSource
  private let reader: MediaReader
  private let track: Int
  private var pump: SamplePump

  init(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int, _ output: MediaOutput) {
    self.source = source
    self.reader = reader
    self.track = track
    pump = SamplePump(source, output)
  }

  mutating func run() throws(MediaError) -> CarryReport {
    var report = CarryReport()
    var samples = try SampleQueue(source, reader, wanted: [track], order: .file)
    var transform = SampleTransform(reader.tracks[track], to: .startCodes)
    let isAAC = reader.tracks[track].codec == .aac
    var adts = isAAC ? try adtsWriter(reader.tracks[track].configuration) : nil
    var description: UInt32 = 1
    var (header, first): ([UInt8], [UInt8]) = ([], [])
    var bytes = source
    while let sample = try samples.next() {
      if sample.descriptionIndex != description {
        description = sample.descriptionIndex
        if isAAC { adts = try adtsWriter(samples.configuration(of: sample)) }
        transform?.follow(sample, samples)
      }
      try transform?.convert(sample, &bytes)
      header.removeAll(keepingCapacity: true)
      if let adts {
        if adts.hasProgramConfigElement {
          do { try bytes.read(at: sample.offset, count: min(1, Int(clamping: sample.size)), into: &first) } catch { throw .bytes(error) }
        }
        do {
          try adts.appendHeader(of: Int(clamping: sample.size), startingWith: first.first, to: &header)
        } catch { throw .unsupported(error.description) }
      }
      do {
        if !header.isEmpty { try pump.put(header) }
        if transform == nil { try pump.put(sample.offset, sample.size) }
      } catch { throw .bytes(error) }
      try transform?.put(into: &pump)
      report.samples += 1
    }
    do { try pump.flush() } catch { throw .bytes(error) }
    report.bytes = pump.position
    report.findings = samples.findings
    if let (count, offset) = transform?.unescaped, count > 0 {
      report.findings.append(
        "\(counted(count, "NAL unit")) \(count == 1 ? "is" : "are") not escaped: readers of the byte stream find another unit at byte "
          + "\(offset) of the source")
    }
    return report
  }

  /// - Throws: `unsupported` without an AudioSpecificConfig: frames without headers are not a stream.
  private func adtsWriter(_ configuration: MediaConfiguration) throws(MediaError) -> ADTSWriter {
    guard case .aac(let config) = configuration else {
      throw .unsupported("track \(track) has no readable AAC configuration for ADTS headers")
    }
    do { return try ADTSWriter(config) } catch { throw .unsupported(error.description) }
  }
}
