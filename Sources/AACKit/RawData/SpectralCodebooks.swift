/// The Huffman codebooks of spectral data, reduced to what is needed to skip codewords.
///
/// ISO/IEC 14496-3:2019 Tables 4.A.2 to 4.A.12; 4.6.3.3 for signs and escapes.
///
/// The values were measured rather than typed in, from a decoder's output for frames with every codeword. Tests verify that each book has
/// as many codewords as values, that the codewords fill the code space, and that walks of real streams end exactly at the frame
/// boundaries.
struct SpectralCodebooks: Sendable {
  /// The codewords of books 1 to 11. For each length in bits, after the colon, one digit per codeword of that length, in ascending order
  /// of a canonical code. The digits 0 to 4 are the number of sign bits that follow; in book 11, 3 is one sign and an escape, 4 two signs
  /// and an escape, 5 two signs and two escapes.
  static let books: [String] = [
    "1:0 5:00000000 7:000000000000000000000000 9:000000000000000000000000 10:00000000 11:0000000000000000",
    "3:0 4:0 5:0000000 6:000000000000000000000000 7:000000000000000 8:0000000000000000000 9:00000000000000",
    """
    1:0 4:1111 5:22 6:222323 7:433 8:11223 9:232331221224334 10:323244332333223 11:24334423 12:333334444 13:223 14:343 15:44432 \
    16:33
    """,
    "4:4333312022 5:221211 7:444433333 8:333333322222222222211 9:11444444 10:33333333343334 11:44222222433 12:33",
    "1:0 4:0000 5:0000 7:0000 8:000000000000 9:000000000000 10:000000000000 11:000000000000000000 12:0000000000 13:0000",
    "4:000000000 6:0000000000000000 7:0000000000000 8:00000000 9:00000000000000000000000 10:00000000 11:0000",
    "1:0 3:11 4:2 6:2211 7:22211 8:2222222211 9:22212122222222 10:211222222222222 11:11222222 12:2222",
    "3:2 4:21212 5:0112222 6:2222211222 7:22222221212222 8:222121222222222 9:22121222 10:2112",
    """
    1:0 3:11 4:2 6:2211 7:222 8:11222222 9:22112222222 10:12122222222122222222 11:1222122221222211222222222222212 \
    12:22122222222222222222222122122222221222 13:22222222222212212222122222222222 14:22222222222222 15:2222
    """,
    """
    4:222 5:21122222 6:11222202211222 7:22222222212122222 8:2222222121222222222222222 9:2221222221222222222222222221212 \
    10:22222212222221222222222222222221212122222 11:2222222222121222122212 12:22222122
    """,
    """
    4:02 5:511222 6:2221212 7:2222221122222222 8:22222224444424121424444222224422444224244424224422214422221 \
    9:2442242422222224221222222122222222222222122222222222322 \
    10:22223212222222222222222222222222222221222222222222222222122222222222222222222222222211222222222 \
    11:2222222222222222212212122212222211222212212 12:112112
    """,
  ]

  /// Returns the binary logarithm of the number of values per codeword: four in books 1 to 4, otherwise two.
  static func dimensionBits(_ book: Int) -> Int { book < 5 ? 2 : 1 }

  /// The maximum codeword length of each book in bits, by book number; 0 for none.
  let longest: [Int]
  /// The index of each book's first entry in `entries`.
  let starts: [Int]
  /// Lookup tables of each book, indexed by as many bits as its longest codeword: bits 0 to 4 are the length in bits of the codeword with
  /// its signs, bits 5 and 6 the number of escapes that follow.
  let entries: [UInt8]

  /// What to skip in one step, by book and the next `severalBits` bits: the number of bits in bits 0 to 7, the number of whole codewords
  /// without escapes from bit 8; 0 where the next codeword is longer or has escapes.
  let several: [UInt16]

  /// The number of bits that `several` is indexed by.
  private static let severalBits = 12
  /// The maximum number of codewords in a step, so that few steps reach beyond the end of a section.
  private static let maxSeveral = 8
  /// The number of entries of a book in `several`.
  static let severalCount = 1 << severalBits
  /// The shift that leaves these bits of 64.
  static let severalShift = UInt64(64 - severalBits)

  /// Built on first use.
  static let shared = SpectralCodebooks()

  private init() {
    var (longest, starts, entries) = ([0], [0], [UInt8]())
    for (index, text) in Self.books.enumerated() {
      let rows = Self.rows(text)
      let width = rows.map { $0.length }.max() ?? 0
      starts.append(entries.count)
      longest.append(width)
      for row in rows {
        for digit in row.digits {
          let hasEscapes = index == 10 && digit > 2
          let (signs, escapes) = hasEscapes ? (min(2, Int(digit) - 2), digit == 5 ? 2 : 1) : (Int(digit), 0)
          let entry = UInt8(row.length + signs) | UInt8(escapes) << 5
          entries += repeatElement(entry, count: 1 << (width - row.length))
        }
      }
    }
    (self.longest, self.starts, self.entries) = (longest, starts, entries)
    var several = [UInt16](repeating: 0, count: Self.severalCount * starts.count)
    for book in 1..<starts.count {
      for bits in 0..<Self.severalCount {
        let ahead = UInt64(bits) << Self.severalShift
        var (used, count) = (0, 0)
        while used < Self.severalBits, count < Self.maxSeveral {
          let entry = entries[starts[book] + Int((ahead << UInt64(used)) >> UInt64(64 - longest[book]))]
          // An escape follows, or bits of the codeword are not known here.
          if entry >= 32 || used + Int(entry) > Self.severalBits { break }
          used += Int(entry)
          count += 1
        }
        several[book * Self.severalCount + bits] = UInt16(used | count << 8)
      }
    }
    self.several = several
  }

  /// Returns the codewords of a book by length.
  static func rows(_ text: String) -> [(length: Int, digits: [UInt8])] {
    text.utf8.split(separator: 0x20).map { row in
      let parts = row.split(separator: 0x3A)
      let length = (parts.first ?? row).reduce(0) { $0 * 10 + Int($1) - 0x30 }
      return (length, (parts.last ?? row).map { $0 &- 0x30 })
    }
  }
}
