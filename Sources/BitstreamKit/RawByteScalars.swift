/// Private-use characters that represent single bytes of a file name that are not UTF-8, 0x80 to 0xFF. Text shown to people has them as
/// `\x80`...`\xFF`.
public let rawByteScalars: ClosedRange<UInt32> = 0xF780...0xF7FF
