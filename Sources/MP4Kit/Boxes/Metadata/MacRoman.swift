/// Mac OS Roman text decoding.
enum MacRoman {
  /// Characters for codes 128 to 255.
  private static let upper =
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"

  /// Decodes Mac OS Roman bytes.
  static func string(_ bytes: [UInt8]) -> String {
    let high = Array(upper.unicodeScalars)
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 128 ? Unicode.Scalar(byte) : high[Int(byte - 128) % high.count]) }
    return String(text)
  }

  /// Whether the bytes are valid UTF-8. Non-ASCII text in other encodings is very rarely valid UTF-8.
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
