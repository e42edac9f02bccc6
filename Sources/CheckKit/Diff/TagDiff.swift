import BitstreamKit
import FLVKit
import RemuxKit

/// Compares what neither tracks nor `onMetaData` tell of two FLV files: their headers, the fields that each tag repeats, and further script
/// data.
struct TagDiff {
  private let report: DiffReport

  init(_ report: DiffReport) { self.report = report }

  func compare(_ a: AnyByteSource, _ b: AnyByteSource) throws(ByteError) {
    let (one, two) = (try TagSummary(a), try TagSummary(b))
    report.section(.container, "FLVHeader")
    header(one.header, two.header)
    report.section(.container, "tags")
    for field in TagSummary.Field.allCases { report.compare(field.name, one.words(field), two.words(field)) }
    report.compare("script tags", "\(one.scriptCount)", "\(two.scriptCount)")
    for place in 0..<min(one.scripts.count, two.scripts.count) {
      report.compare("script tag \(place)", one.scripts[place], two.scripts[place])
    }
  }

  private func header(_ a: FLVHeader?, _ b: FLVHeader?) {
    guard let a, let b else { return report.compare("FLVHeader", a.map { _ in "present" }, b.map { _ in "present" }) }
    report.compare("Version", "\(a.version)", "\(b.version)")
    report.compare("TypeFlagsAudio", a.typeFlagsAudio ? "1" : "0", b.typeFlagsAudio ? "1" : "0")
    report.compare("TypeFlagsVideo", a.typeFlagsVideo ? "1" : "0", b.typeFlagsVideo ? "1" : "0")
    let reserved = (a.typeFlagsReserved5 << 1 | a.typeFlagsReserved1, b.typeFlagsReserved5 << 1 | b.typeFlagsReserved1)
    report.compare("TypeFlagsReserved", "\(reserved.0)", "\(reserved.1)")
    report.compare("DataOffset", "\(a.dataOffset)", "\(b.dataOffset)")
  }
}

/// What one walk over the tag headers of an FLV file finds.
private struct TagSummary {
  /// What the specification fixes of each tag.
  enum Field: Int, CaseIterable {
    case previousTagSize, tagType, reserved, streamID, dataSize, end

    var name: String {
      switch self {
      case .previousTagSize: "PreviousTagSize"
      case .tagType: "TagType"
      case .reserved: "reserved bits"
      case .streamID: "StreamID"
      case .dataSize: "DataSize"
      case .end: "end of the file"
      }
    }
  }

  /// The largest number of script tags whose data is compared.
  private static let maxScripts = 1 << 12

  private(set) var header: FLVHeader?
  /// The number of violations of each field, and the file offset of the first.
  private var faults = Field.allCases.map { _ in (count: 0 as UInt64, first: 0 as UInt64) }
  private(set) var scriptCount: UInt64 = 0
  /// The data of script tags other than `onMetaData`, in words.
  private(set) var scripts: [String] = []

  init(_ source: AnyByteSource) throws(ByteError) {
    var (reader, chunk, cursor) = (FLVReader(), [UInt8](), 0)
    while true {
      while let event = reader.next(in: chunk, from: &cursor, to: chunk.count) { try take(event, reader, source) }
      reader.skip(min(reader.skippable, source.byteCount - min(source.byteCount, reader.position)))
      // A tag header, its neighbours, and often a whole audio tag.
      try source.read(at: reader.position, count: 1024, into: &chunk)
      cursor = 0
      if chunk.isEmpty { break }
    }
    while let event = reader.finish() { try take(event, reader, source) }
  }

  func words(_ field: Field) -> String {
    let found = faults[field.rawValue]
    return found.count == 0 ? "as specified" : "\(counted(found.count, "violation")), first at byte \(found.first)"
  }

  private mutating func take(_ event: FLVEvent, _ reader: FLVReader, _ source: AnyByteSource) throws(ByteError) {
    switch event {
    case .header(let found): header = found
    case .tag(let tag): if tag.header.type == .script { try script(tag, reader, source) }
    case .finding(let finding): add(finding)
    case .error(let error): add(.end, at: error.byteOffset ?? reader.position)
    case .previousTagSize, .body, .tagEnd: break
    }
  }

  private mutating func script(_ tag: FLVTag, _ reader: FLVReader, _ source: AnyByteSource) throws(ByteError) {
    scriptCount += 1
    // The properties of onMetaData are compared one by one. A string begins with its type and a length of two bytes.
    if reader.head.dropFirst(3).starts(with: "onMetaData".utf8) || scripts.count >= Self.maxScripts { return }
    var bytes: [UInt8] = []
    try source.read(at: tag.bodyPosition, count: Int(tag.header.dataSize), into: &bytes)
    scripts.append("at \(tag.header.milliseconds) ms: \(hexText(bytes))")
  }

  private mutating func add(_ finding: FLVFinding) {
    let field: Field
    switch finding {
    case .previousTagSize: field = .previousTagSize
    case .unknownTagType: field = .tagType
    case .reservedBits: field = .reserved
    case .streamID: field = .streamID
    case .emptyTag: field = .dataSize
    case .previousTagSizeMissing, .dataAfterLastTag: field = .end
    // The file header and the times are compared by their values.
    case .dataOffset, .timestampBackwards: return
    }
    add(field, at: finding.position)
  }

  private mutating func add(_ field: Field, at position: UInt64) {
    if faults[field.rawValue].count == 0 { faults[field.rawValue].first = position }
    faults[field.rawValue].count += 1
  }
}
