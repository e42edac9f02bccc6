/// A number with a word that agrees with it: "1 byte", "12 bytes".
/// - Parameters:
///   - one: the word, or words, for 1.
///   - several: the words for any other number; by default `one` with an "s".
package func counted(_ number: UInt64, _ one: String, _ several: String? = nil) -> String {
  number == 1 ? "1 \(one)" : "\(number) \(several ?? one + "s")"
}

/// A number with a word that agrees with it, for numbers that are not below zero.
package func counted(_ number: Int, _ one: String, _ several: String? = nil) -> String {
  counted(UInt64(clamping: number), one, several)
}
