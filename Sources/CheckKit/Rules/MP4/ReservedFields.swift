import BitstreamKit
import MP4Kit
import ProbeKit

/// A reserved or pre-defined field of a box is not 0.
final class ReservedFields: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.reserved-field", .note, "a reserved or pre-defined field of a box is not 0",
      clause:
        """
        ISO/IEC 14496-12:2022 8.2.2 (mvhd), 8.3.2 (tkhd), 8.4.2 (mdhd), 8.4.3 (hdlr), 8.8.10 (tfra), 8.16.3 (sidx), 12.2.2 (smhd): \
        reserved and pre_defined are 0
        """,
      cause:
        """
        The writer took the box from a QuickTime movie, where the bytes have a meaning, or the header is damaged. Players ignore them, those \
        of later editions may not.
        """,
      remedy: "'mediaprobe remux' writes the boxes anew.")
  }

  private static let types: Set<FourCC> = ["mvhd", "tkhd", "mdhd", "hdlr", "smhd", "sidx", "tfra"]
  /// The fields of these boxes, without rows and names, fit into this number of bytes.
  private static let maxSize: UInt64 = 128
  /// The maximum number of boxes examined: each requires a read.
  private static let maxBoxes = 1 << 12
  private var boxCount = 0
  private var bytes: [UInt8] = []

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    // Writers name the vendor in the handler of iTunes metadata.
    guard boxCount < Self.maxBoxes, Self.types.contains(box.type), !file.isQuickTime, box.parent != "meta" else { return }
    boxCount += 1
    let size = box.place.payloadSize
    guard (try? file.source.read(at: box.place.payloadOffset, count: Int(min(size, Self.maxSize)), into: &bytes)) != nil else { return }
    let fields = ReservedValues()
    _ = BoxContent.trace(box.place, bytes, of: size, showsRows: false, to: fields)
    guard let first = fields.nonzero.first else { return }
    run.find(
      self, fields.nonzero.map { $0.words }.joined(separator: ", "), at: box.place.payloadOffset + UInt64(first.bit / 8),
      size: UInt64((first.length + 7) / 8), path: box.path + "/" + first.name)
  }
}

/// Collects the reserved fields that are not 0.
private final class ReservedValues: TraceSink {
  private(set) var nonzero: [(name: String, words: String, bit: Int, length: Int)] = []

  override func element(_ element: TraceElement) {
    let name = element.name.description
    guard name.hasPrefix("reserved") || name.hasPrefix("pre_defined"), nonzero.count < 8 else { return }
    let words: String
    switch element.value {
    case .number(.unsigned(let value)) where value != 0: words = "0x" + String(value, radix: 16)
    case .code(let code) where code.rawValue != 0: words = "'\(code)'"
    default: return
    }
    nonzero.append((element.fullName, "\(element.fullName) is \(words)", element.bitOffset, element.bitLength))
  }
}
