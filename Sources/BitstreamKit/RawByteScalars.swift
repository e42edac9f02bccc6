/// Private-use characters that represent single bytes of a file name that are not UTF-8, 0x80 to 0xFF. Text shown to people has them as
/// `\x80`...`\xFF`.
public let rawByteScalars: ClosedRange<UInt32> = 0xF780...0xF7FF

/// The bytes of a file name whose text represents single bytes by `rawByteScalars`.
public func rawBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for scalar in text.unicodeScalars {
    if rawByteScalars.contains(scalar.value) {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }
  return bytes
}
