/// Texts of the classic Macintosh.
enum MacRoman {
  /// The characters of the codes from 128 on.
  private static let upper =
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"

  /// The text of bytes of Mac OS Roman.
  static func string(_ bytes: [UInt8]) -> String {
    let high = Array(upper.unicodeScalars)
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 128 ? Unicode.Scalar(byte) : high[Int(byte - 128) % high.count]) }
    return String(text)
  }

  /// Whether bytes are UTF-8: no text of another coding with characters beyond ASCII is, but for rare chance.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var decoder = UTF8()
    var next = bytes.makeIterator()
    while true {
      switch decoder.decode(&next) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
