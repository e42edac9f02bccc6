/// The error check at the end of a syncframe of AC-3 or E-AC-3, crc2: that of all bytes after the sync word is 0 (ETSI TS 102 366, errorcheck( );
/// generator polynomial x^16 + x^15 + x^2 + 1).
struct DolbyErrorCheck {
  private let remainders: [UInt16]

  init() {
    remainders = (0..<256).map { value in
      (0..<8).reduce(UInt16(value) << 8) { rest, _ in rest & 0x8000 != 0 ? rest << 1 ^ 0x8005 : rest << 1 }
    }
  }

  /// Whether the bytes of a syncframe are those that were written.
  func agrees(_ bytes: [UInt8], _ frame: Range<Int>) -> Bool {
    var rest: UInt16 = 0
    for byte in bytes[frame].dropFirst(2) { rest = rest << 8 ^ remainders[Int(rest >> 8) ^ Int(byte)] }
    return rest == 0
  }
}
