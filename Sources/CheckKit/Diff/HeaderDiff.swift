import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import ProbeKit
import RemuxKit

/// Compares the configurations of two tracks: parameter sets element by element, wherever they stand.
struct HeaderDiff {
  private let report: DiffReport
  private let tracks: DiffTracks

  init(_ report: DiffReport, _ tracks: DiffTracks) {
    self.report = report
    self.tracks = tracks
  }

  /// Compares what the feeds have collected. The samples have been read.
  func compare(_ a: SampleFeed, _ b: SampleFeed) {
    if let one = a.catalog, let other = b.catalog {
      compare(one.sets, other.sets, isH264: one.codec == .h264)
      if a.delimiterCount != b.delimiterCount {
        report.section(.headers, of: tracks)
        report.compare("access_unit_delimiters", "\(a.delimiterCount)", "\(b.delimiterCount)")
      }
      for (left, right) in zip(a.configurations, b.configurations) { compareRecords(left, right) }
      return
    }
    let (left, right) = (a.configurations, b.configurations)
    for place in 0..<max(left.count, right.count) {
      compare(place < left.count ? left[place] : nil, place < right.count ? right[place] : nil, place)
    }
  }

  // MARK: - Parameter sets

  private func compare(_ a: [ParamsSet], _ b: [ParamsSet], isH264: Bool) {
    let hasRecords = a.contains { isRecord($0) } && b.contains { isRecord($0) }
    let left = unmatched(a, b, isH264).filter { hasRecords || !isRecord($0) }
    let right = unmatched(b, a, isH264).filter { hasRecords || !isRecord($0) }
    var isTaken = [Bool](repeating: false, count: right.count)
    var places: [String: [Int]] = [:]
    for (index, set) in right.enumerated() { places[name(set), default: []].append(index) }
    for set in left {
      let name = name(set)
      report.section(.headers, of: tracks, name)
      if var found = places[name], !found.isEmpty {
        let index = found.removeFirst()
        places[name] = found
        isTaken[index] = true
        compare(set, right[index])
      } else {
        report.compare(name, "\(set.size) bytes", nil)
      }
    }
    for (index, set) in right.enumerated() where !isTaken[index] {
      let name = name(set)
      report.section(.headers, of: tracks, name)
      report.compare(name, nil, "\(set.size) bytes")
    }
  }

  /// The sets of one file that the other does not have with the same bytes.
  private func unmatched(_ sets: [ParamsSet], _ others: [ParamsSet], _ isH264: Bool) -> [ParamsSet] {
    var known: Set<[UInt8]> = []
    for set in others { known.insert(identity(set, isH264)) }
    return sets.filter { !known.contains(identity($0, isH264)) }
  }

  /// The bytes, of a NAL unit of H.264 without nal_ref_idc.
  private func identity(_ set: ParamsSet, _ isH264: Bool) -> [UInt8] {
    var bytes = set.bytes
    if isH264, !isRecord(set), !bytes.isEmpty { bytes[0] &= 0x9F }
    return bytes
  }

  /// Compares what a catalog does not hold of two records: their versions and SEI messages.
  private func compareRecords(_ a: MediaConfiguration, _ b: MediaConfiguration) {
    switch (a, b) {
    case (.avc(let one), .avc(let other)):
      report.section(.headers, of: tracks, "avcC")
      report.compare("configurationVersion", "\(one.configurationVersion)", "\(other.configurationVersion)")
    case (.hevc(let one), .hevc(let other)):
      report.section(.headers, of: tracks, "hvcC")
      report.compare("configurationVersion", "\(one.configurationVersion)", "\(other.configurationVersion)")
      for (type, name) in [(HEVCKit.NALUnitType.prefixSEI, "PREFIX_SEI_NUT"), (.suffixSEI, "SUFFIX_SEI_NUT")] {
        let (left, right) = (one.nalUnits(of: type), other.nalUnits(of: type))
        for place in 0..<max(left.count, right.count) {
          report.compare(
            "\(name)[\(place)]", place < left.count ? hexText(left[place]) : nil,
            place < right.count ? hexText(right[place]) : nil)
        }
      }
    default: break
    }
  }

  private func isRecord(_ set: ParamsSet) -> Bool { set.type == "avcC" || set.type == "hvcC" }

  /// The type, and the identifier of the set.
  private func name(_ set: ParamsSet) -> String {
    var id: String?
    set.elements.forEach { key, value in
      switch key {
      case "seq_parameter_set_id" where set.type != "PPS", "pic_parameter_set_id", "vps_video_parameter_set_id",
        "sps_seq_parameter_set_id", "pps_pic_parameter_set_id":
        if case .number(let number) = value, id == nil { id = number.description }
      default: break
      }
    }
    return id.map { "\(set.type) \($0)" } ?? set.type
  }

  private func compare(_ a: ParamsSet, _ b: ParamsSet) {
    compare(ElementList(a.elements, a.payload, isRecord: isRecord(a)), ElementList(b.elements, b.payload, isRecord: isRecord(b)))
  }

  private func compare(_ a: ElementList, _ b: ElementList) {
    for (key, value) in a.elements { report.compare(key, value, b[key]) }
    for (key, value) in b.elements where a[key] == nil { report.compare(key, nil, value) }
  }

  // MARK: - Other configurations

  private func compare(_ a: MediaConfiguration?, _ b: MediaConfiguration?, _ place: Int) {
    if a == b { return }
    report.section(.headers, of: tracks, place == 0 ? "configuration" : "configuration \(place)")
    if case .aac(let one)? = a, case .aac(let other)? = b { return compare(elements(one), elements(other)) }
    report.compare("configuration", words(a), words(b))
  }

  private func elements(_ configuration: AudioSpecificConfig) -> ElementList {
    let bytes = (try? configuration.encoded()) ?? []
    let elements = ParamsElements(limit: 1 << 12)
    var (tracer, copy) = (SyntaxCoder(tracing: BitReader(bytes, policy: .lenient), to: elements), AudioSpecificConfig())
    try? tracer.nested(&copy)
    return ElementList(elements, bytes, isRecord: false)
  }

  private func words(_ configuration: MediaConfiguration?) -> String? {
    switch configuration {
    case .none?: "none"
    case .avc(let record)?: (try? record.encoded()).map { "avcC " + hexText($0) }
    case .hevc(let record)?: (try? record.encoded()).map { "hvcC " + hexText($0) }
    case .aac(let config)?: (try? config.encoded()).map { "AudioSpecificConfig " + hexText($0) }
    case .box(let type, let bytes)?: "\(type) " + hexText(bytes)
    case nil: nil
    }
  }
}

/// The elements of a parameter set, by key.
private struct ElementList {
  private(set) var elements: [(key: String, value: String)] = []
  private var places: [String: Int] = [:]

  /// - Parameter isRecord: whether it is a configuration record, whose units are compared as sets of their own.
  init(_ source: ParamsElements, _ payload: [UInt8], isRecord: Bool) {
    var found: [(key: String, value: String)] = []
    source.forEach { key, value in
      if isRecord, key.includes("NALUnit") || key.includes("nalUnit") || key.includes("SetLength") { return }
      switch value {
      case .number(let number): found.append((key, number.description))
      case .bits(let offset, let count): found.append((key, bitText(payload, offset, count)))
      }
    }
    elements = found
    for (index, element) in found.enumerated() { places[element.key] = index }
  }

  subscript(key: String) -> String? { places[key].map { elements[$0].value } }
}

/// Bits as whole bytes in hexadecimal, else as binary digits; long ones by their number and a hash.
private func bitText(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> String {
  if count % 8 == 0, offset % 8 == 0, offset / 8 + count / 8 <= bytes.count {
    return hexText(Array(bytes[offset / 8..<offset / 8 + count / 8]))
  }
  var text = "0b"
  for bit in offset..<offset + min(count, 512) where bit / 8 < bytes.count {
    text += bytes[bit / 8] >> UInt8(7 - bit % 8) & 1 == 0 ? "0" : "1"
  }
  return count > 512 ? text + "…" : text
}

/// Bytes in hexadecimal; of more than 64 the first, the number and a hash of all.
func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes.prefix(64) { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
  let shown = "0x" + String(decoding: text, as: UTF8.self)
  if bytes.count <= 64 { return shown }
  var hash = PayloadHash()
  hash.add(bytes, 0..<bytes.count)
  return shown + "… (\(bytes.count) bytes, hash \(String(hash.value, radix: 16)))"
}
