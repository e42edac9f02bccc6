import BitstreamKit

/// A group of pictures, accumulated while it is read.
struct PictureGroup {
  /// Maximum letters of a structure that are kept; a longer one ends with an ellipsis.
  static let maxLetters = 1 << 16
  /// Maximum letters of a structure shown in a table.
  static let maxLettersInTable = 120

  var index: UInt64
  var first: PictureRow
  var pictures: UInt64 = 0
  var bytes: UInt64 = 0
  /// How long its pictures are shown, in field periods; twice their number at a rate that was asked for.
  var fieldPeriods: UInt64 = 0
  var isOpen = false
  /// Whether the place of a picture in presentation order is not known, as in encrypted samples.
  var hasUnknownOrder = false
  var counts: (i: UInt64, p: UInt64, b: UInt64) = (0, 0, 0)
  var reorderDepth = 0
  var structure = ""
  var rate: ExactRatio?
  /// Presentation time of the first picture in seconds, before edit lists; nil if it is not known.
  var start: Double?
  /// Seconds from the decoding time of the first picture to that of the next group; nil if they are not known.
  var duration: Double?

  /// The structure, with an ellipsis if it was truncated.
  var wholeStructure: String { pictures > PictureGroup.maxLetters ? structure + "…" : structure }

  /// Whether it is open; nil if decoding cannot begin at its first picture, or if it is not known. No picture precedes an IDR picture.
  var openness: Bool? {
    guard let access = first.randomAccess else { return nil }
    return isOpen || !hasUnknownOrder || access.description == "IDR" ? isOpen : nil
  }

  /// `reorderDepth`; nil if it is not known.
  var knownReorderDepth: Int? { hasUnknownOrder ? nil : reorderDepth }

  /// The seconds that its pictures are shown at the frame rate of the stream; nil if that is not known.
  var secondsAtRate: Double? { rate.flatMap { Self.seconds(fieldPeriods, $0) } }

  /// Field periods at a frame rate, in seconds; nil if the rate is 0.
  static func seconds(_ fieldPeriods: UInt64, _ rate: ExactRatio) -> Double? {
    rate.numerator > 0 ? Double(fieldPeriods) / 2 * Double(rate.denominator) / Double(rate.numerator) : nil
  }

  /// Bits per second of its duration, or at the frame rate of the stream if the duration is not known.
  var bitRate: UInt64? {
    guard let seconds = duration.flatMap({ $0 > 0 ? $0 : nil }) ?? secondsAtRate, seconds > 0 else { return nil }
    return UInt64(checked: Double(bytes) * 8 / seconds)
  }
}
