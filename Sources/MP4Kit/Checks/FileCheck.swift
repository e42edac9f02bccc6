import BitstreamKit

/// Checks the boxes of a file against each other: brands and the boxes they require, references between boxes.
///
/// Pass the top-level boxes of a walk to `note`; `findings` then reads the items and the track headers, but no media data. Errors inside a
/// single box are findings of the walk, not of this check.
public struct FileCheck: Sendable {
  private var fileType: BoxPlace?
  private var meta: BoxPlace?
  private var moov: BoxPlace?
  private var misplaced: [BoxPlace] = []
  /// The first box that precedes `ftyp` but must follow it.
  private var beforeFileType: FourCC?
  private static let maxMisplaced = 8

  /// A check without any boxes noted.
  public init() {}

  /// Records a top-level box; other boxes are ignored.
  public mutating func note(_ place: BoxPlace) {
    guard place.depth == 0, place.isBox else { return }
    if fileType == nil, beforeFileType == nil, ["meta", "moov", "moof", "mdat"].contains(place.header.type) {
      beforeFileType = place.header.type
    }
    switch place.header.type {
    case "ftyp": fileType = fileType ?? place
    case "meta": meta = meta ?? place
    case "moov": moov = moov ?? place
    default:
      if misplaced.count < Self.maxMisplaced, Self.belongsInside(place) { misplaced.append(place) }
    }
  }

  /// Returns the errors in the file that was walked.
  /// - Throws: `ByteError` if the source cannot be read. A malformed box is a finding of the walk, not of this check.
  public func findings<Source: ByteSource>(in source: Source) throws(ByteError) -> [BoxFinding] {
    var findings = misplaced.map {
      BoxFinding(path: [$0.header.type], offset: $0.offset, message: "is not allowed at the top level")
    }
    if let fileType, let early = beforeFileType {
      findings.append(BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "comes after \(early), but must be the first box"))
    }
    findings += try itemFindings(in: source)
    if let moov { findings += try TrackCheck.findings(source, moov) }
    findings += try MediaDataCheck.findings(in: AnyByteSource(source))
    return findings
  }

  /// Returns the errors in brands and items alone.
  /// - Throws: `ByteError` if the source cannot be read.
  public func itemFindings<Source: ByteSource>(in source: Source) throws(ByteError) -> [BoxFinding] {
    let brands = try brands(source)
    var findings = brandFindings(brands ?? [])
    if let meta { findings += try ItemCheck(source, meta, brands: brands, hasTracks: moov != nil).findings }
    return findings
  }

  /// Returns chunks of a `moov` that start outside the file, and inconsistent runs of chunks. Only the first and last row of each table are
  /// read.
  /// - Parameters:
  ///   - tree: the boxes of the `moov`.
  ///   - fileSize: the number of bytes of the file.
  /// - Throws: `ByteError` if the source cannot be read.
  public static func chunkFindings<Source: ByteSource>(
    in tree: inout BoxTree<Source>, fileSize: UInt64
  ) throws(ByteError) -> [BoxFinding] {
    try TrackCheck.chunkFindings(&tree, fileSize)
  }

  /// Whether a known box is at the top level although it must not be (ISO/IEC 14496-12:2022, Table 1).
  private static func belongsInside(_ place: BoxPlace) -> Bool {
    switch place.header.type {
    case "minf", "mdia", "stbl", "trak", "hdlr", "mvhd", "tkhd", "mdhd", "stsd", "stts", "stsc", "stsz", "stco", "co64", "dinf", "traf",
      "tfhd", "trun", "iinf", "iloc", "iprp", "pitm":
      true
    default: false
    }
  }

  /// The major and compatible brands; nil for a file without `ftyp`.
  private func brands<Source: ByteSource>(_ source: Source) throws(ByteError) -> [FourCC]? {
    guard let fileType else { return nil }
    var tree = try BoxTree(source, from: fileType.offset, to: fileType.end)
    guard let box = try tree.tolerantly(FileTypeBox.self, at: "ftyp") else { return [] }
    return [box.majorBrand] + box.compatibleBrands.prefix(256)
  }

  /// ISO/IEC 23008-12:2022, 10.2 and 10.3; AV1 Image File Format, 6: requirements of brands.
  private func brandFindings(_ brands: [FourCC]) -> [BoxFinding] {
    guard let fileType else { return [] }
    var found: [BoxFinding] = []
    func miss(_ brand: FourCC, _ type: FourCC) {
      found.append(
        BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "has brand \(brand), but there is no \(type) box", kind: .brand))
    }
    let images: [FourCC] = ["avif", "mif1", "mif2", "heic", "heix"]
    let sequences: [FourCC] = ["avis", "msf1", "hevc", "hevx"]
    if meta == nil, let brand = brands.first(where: { images.contains($0) }) { miss(brand, "meta") }
    if moov == nil, let brand = brands.first(where: { sequences.contains($0) }) { miss(brand, "moov") }
    if brands.contains("avif") {
      for brand in ["mif1", "miaf"] as [FourCC] where !brands.contains(brand) {
        found.append(BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "has brand avif, but not \(brand)", kind: .brand))
      }
    }
    return found
  }
}

extension BoxTree {
  /// Reads the first box at a path; nil if it is absent or malformed.
  mutating func tolerantly<B: Box>(_ type: B.Type, at path: String, in parent: Int? = nil) throws(ByteError) -> B? {
    guard let node = find(path, in: parent).first else { return nil }
    return try tolerantly(type, at: node)
  }

  /// Reads a box; nil if it is malformed.
  mutating func tolerantly<B: Box>(_ type: B.Type, at node: Int, limit: Int = Int.max) throws(ByteError) -> B? {
    do { return try read(type, at: node, limit: limit) } catch {
      if case .bytes(let error) = error { throw error }
      return nil
    }
  }
}
