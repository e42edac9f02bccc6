import BitstreamKit
import MP4Kit

/// The parameters of the encryption are incomplete or contradict the scheme.
final class TrackEncryption: MovieRule {
  override var page: RulePage {
    RulePage(
      "cenc.track-encryption", .error, "the parameters of the encryption are incomplete or contradict the scheme",
      clause: "ISO/IEC 23001-7:2023 8.2 (tenc), 9.1 and 10 (schemes)",
      cause: "A packager mixes the fields of two schemes, or leaves out tenc. Players cannot decrypt the samples.",
      remedy: "Encrypt again with a current packager.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let description = track.description, description.originalFormat != nil,
      let scheme = file.read(SchemeTypeBox.self, at: "sinf/schm", in: description.node)?.schemeType,
      ["cenc", "cens", "cbc1", "cbcs"].contains(scheme)
    else { return }
    let path = track.tablePath + "/stsd/\(description.type)/sinf/schi/tenc"
    let place = file.place("sinf/schi/tenc", in: description.node)
    guard let place else {
      return run.find(self, "scheme '\(scheme)' without tenc", at: file.place("sinf", in: description.node)?.offset, path: path)
    }
    guard let box = file.read(TrackEncryptionBox.self, at: "sinf/schi/tenc", in: description.node) else { return }
    var found: [String] = []
    let size = box.defaultPerSampleIVSize
    if box.defaultIsProtected > 1 { found.append("default_isProtected is \(box.defaultIsProtected), which is reserved") }
    if ![0, 8, 16].contains(size) { found.append("default_Per_Sample_IV_Size is \(size), not 0, 8 or 16") }
    if box.defaultIsProtected == 0, size > 0 { found.append("default_isProtected is 0, default_Per_Sample_IV_Size \(size)") }
    if let vector = box.defaultConstantIV, ![8, 16].contains(vector.count) {
      found.append("default_constant_IV has \(vector.count) bytes, not 8 or 16")
    }
    let hasPattern = box.defaultCryptByteBlock > 0 || box.defaultSkipByteBlock > 0
    if scheme == "cenc" || scheme == "cbc1", hasPattern { found.append("scheme '\(scheme)' with a pattern") }
    for why in found { run.find(self, why, at: place.offset, size: place.size, path: path) }
  }
}
