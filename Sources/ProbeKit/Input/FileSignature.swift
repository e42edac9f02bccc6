/// What kind of file its first bytes say it is, where they say so plainly.
///
/// For messages only: a byte stream has no signature, and a command that is given a container by mistake shall say so.
package func fileSignature(_ bytes: [UInt8], _ count: Int) -> (name: String, command: String?)? {
  func has(_ text: StaticString, at offset: Int) -> Bool {
    let wanted = Array(text.description.utf8)
    return count >= offset + wanted.count && Array(bytes[offset..<offset + wanted.count]) == wanted
  }
  if has("FLV", at: 0) { return ("an FLV file", "flv") }
  for type in ["ftyp", "moov", "styp", "sidx", "moof", "mdat"] as [StaticString] where has(type, at: 4) {
    return ("an MP4 or QuickTime file", "mp4")
  }
  if has("ID3", at: 0) { return ("a file with an ID3 tag, which is audio", "aac") }
  if count >= 4, bytes[0] == 0x1A, bytes[1] == 0x45, bytes[2] == 0xDF, bytes[3] == 0xA3 { return ("a Matroska or WebM file", nil) }
  if has("RIFF", at: 0) { return ("a RIFF file", nil) }
  if has("OggS", at: 0) { return ("an Ogg file", nil) }
  if count > 376, bytes[0] == 0x47, bytes[188] == 0x47, bytes[376] == 0x47 { return ("an MPEG transport stream", nil) }
  return nil
}
