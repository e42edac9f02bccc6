import BitstreamKit

/// Looks at what the boxes of a file say of one another: that what its brands ask for is there, that numbers point at something.
///
/// A walk tells it of the boxes at the top level; afterwards it reads the items and the tracks' headers once more, and no media. What a
/// box alone gives away is not its business: that is the walk's.
public struct FileCheck: Sendable {
  private var fileType: BoxPlace?
  private var meta: BoxPlace?
  private var moov: BoxPlace?
  private var misplaced: [BoxPlace] = []
  /// A box that has to come after `ftyp` and does not.
  private var beforeFileType: FourCC?
  private static let mostMisplaced = 8

  /// A check of a file of which nothing is known yet.
  public init() {}

  /// Takes note of a box.
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
      if misplaced.count < Self.mostMisplaced, Self.belongsInside(place) { misplaced.append(place) }
    }
  }

  /// What is wrong with the file that was walked.
  /// - Throws: where the source fails. A box that cannot be read is the walk's finding, and not one here.
  public func findings<Source: ByteSource>(in source: Source) throws(ByteError) -> [BoxFinding] {
    var findings = misplaced.map {
      BoxFinding(path: [$0.header.type], offset: $0.offset, message: "stands outside of any box, where its kind has no meaning")
    }
    let brands = try brands(source)
    if let fileType, let early = beforeFileType {
      findings.append(BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "comes after \(early): it has to be the first box"))
    }
    findings += brandFindings(brands ?? [])
    if let meta { findings += try ItemCheck(source, meta, brands: brands).findings }
    if let moov { findings += try TrackCheck.findings(source, moov) }
    findings += try MediaDataCheck.findings(in: AnyByteSource(source))
    return findings
  }

  /// Chunks of a `moov` that start outside of the file, or in runs that contradict it. Of each table the first and the last row are read.
  public static func chunkFindings<Source: ByteSource>(in source: Source, moov: BoxPlace) throws(ByteError) -> [BoxFinding] {
    try TrackCheck.chunkFindings(source, moov)
  }

  /// Whether a known box stands at the top level though its kind never does (ISO/IEC 14496-12:2022, Table 1).
  private static func belongsInside(_ place: BoxPlace) -> Bool {
    switch place.header.type {
    case "minf", "mdia", "stbl", "trak", "hdlr", "mvhd", "tkhd", "mdhd", "stsd", "stts", "stsc", "stsz", "stco", "co64", "dinf", "traf",
      "tfhd", "trun", "iinf", "iloc", "iprp", "pitm":
      true
    default: false
    }
  }

  /// The major brand and the compatible ones; nil for a file without `ftyp`.
  private func brands<Source: ByteSource>(_ source: Source) throws(ByteError) -> [FourCC]? {
    guard let fileType else { return nil }
    var tree = try BoxTree(source, from: fileType.offset, to: fileType.end)
    guard let box = try tree.tolerantly(FileTypeBox.self, at: "ftyp") else { return [] }
    return [box.majorBrand] + box.compatibleBrands.prefix(256)
  }

  /// ISO/IEC 23008-12:2022, 10.2 and 10.3; AV1 Image File Format, 6: what a brand promises.
  private func brandFindings(_ brands: [FourCC]) -> [BoxFinding] {
    guard let fileType else { return [] }
    var found: [BoxFinding] = []
    func miss(_ brand: FourCC, _ type: FourCC) {
      found.append(BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "names the brand \(brand), but there is no \(type) box"))
    }
    let images: [FourCC] = ["avif", "mif1", "mif2", "heic", "heix"]
    let sequences: [FourCC] = ["avis", "msf1", "hevc", "hevx"]
    if meta == nil, let brand = brands.first(where: { images.contains($0) }) { miss(brand, "meta") }
    if moov == nil, let brand = brands.first(where: { sequences.contains($0) }) { miss(brand, "moov") }
    if brands.contains("avif") {
      for brand in ["mif1", "miaf"] as [FourCC] where !brands.contains(brand) {
        found.append(BoxFinding(path: ["ftyp"], offset: fileType.offset, message: "names the brand avif, but not \(brand)"))
      }
    }
    return found
  }
}

extension BoxTree {
  /// Reads the first box of a path; nil where there is none or it cannot be read.
  mutating func tolerantly<B: Box>(_ type: B.Type, at path: String, in parent: Int? = nil) throws(ByteError) -> B? {
    guard let node = find(path, in: parent).first else { return nil }
    return try tolerantly(type, at: node)
  }

  /// Reads a box; nil where it cannot be read.
  mutating func tolerantly<B: Box>(_ type: B.Type, at node: Int, limit: Int = Int.max) throws(ByteError) -> B? {
    do { return try read(type, at: node, limit: limit) } catch {
      if case .bytes(let error) = error { throw error }
      return nil
    }
  }
}
