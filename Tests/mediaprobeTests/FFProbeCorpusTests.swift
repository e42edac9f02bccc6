import Foundation
import TestSupport
import Testing

/// Files that ffprobe 5.1 reads contrary to their specifications and that cannot be compared.
///
/// It supports neither enhanced FLV tags nor HEVC in FLV: it misreads the first bits of the FourCC as a codec, and start times and tracks
/// accordingly. `onTextData` creates a text stream before all others. It does not support flexible macroblock ordering, reads four bytes of
/// an AudioSpecificConfig as text, and plays a moov inside a meta box.
private let misread: Set<String> = [
  "flv/h264_pcma_channel1_8000.flv", "flv/h265_aac_44100.flv", "flv/scuffle_av1_aac_enhanced.flv", "flv/scuffle_hevc_aac_enhanced.flv",
  "h264/jcodec_fmo_boxout.264", "h264/jcodec_fmo_dispersed.264", "h264/jcodec_fmo_explicit.264", "h264/jcodec_fmo_foreground.264",
  "malformed/fmo-unsupp.264", "malformed/unknown_mdat_in_oversized_meta.avif", "aac/fq_asc_he_aac_hierarchical.asc",
]

/// Keys that ffprobe estimates for ADTS from the bit rate of the first frames and the file size.
private let estimated: Set<String> = [
  "stream.duration", "stream.duration_ts", "stream.bit_rate", "format.duration", "format.bit_rate",
]

/// Files with USAC audio, and one bare AAC frame, on which ffprobe 5.1 fails after the opening brace of its document.
private let unanswered: Set<String> = [
  "aac/fq_aac_frame.raw", "mp4/fragments/audio-xhe-aac.mp4", "mp4/sine-3s-xhe-aac-44khz-mono.mp4",
]

/// Keys whose values ffprobe gets by decoding, or by guessing from packet times.
private let decoded: Set<String> = [
  "stream.pix_fmt", "stream.sample_fmt", "stream.has_b_frames", "stream.coded_width", "stream.coded_height", "stream.field_order",
  "stream.bits_per_raw_sample", "stream.chroma_location", "stream.closed_captions", "stream.film_grain", "stream.refs",
  "stream.avg_frame_rate", "stream.r_frame_rate", "stream.channel_layout",
]

/// Flattens the keys of a document, with the stream index: `2 stream.tags.language`.
private func flattened(_ data: Data) throws -> [String: String] {
  // Nothing is printed for a file that cannot be read.
  guard !data.isEmpty, let document = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { return [:] }
  var found: [String: String] = [:]
  func walk(_ prefix: String, _ object: [String: Any]) {
    for (key, value) in object {
      if let inner = value as? [String: Any] {
        walk("\(prefix).\(key)", inner)
      } else if let list = value as? [[String: Any]] {
        for (place, inner) in list.enumerated() { walk("\(prefix).\(key)[\(place)]", inner) }
      } else {
        found["\(prefix).\(key)"] = "\(value)"
      }
    }
  }
  walk("0 format", document["format"] as? [String: Any] ?? [:])
  for (place, stream) in (document["streams"] as? [[String: Any]] ?? []).enumerated() { walk("\(place) stream", stream) }
  return found
}

/// Compares every key of every corpus file with ffprobe. `MEDIAPROBE_PRINT_KEYS=1` prints the table.
@Test(.enabled(if: Places.corpus != nil && Program.has("ffprobe"))) func keysHaveTheValuesOfFFProbe() throws {
  guard let corpus = Places.corpus else { return }
  var shares: [String: (equal: Int, all: Int)] = [:]
  var wellFormed: (equal: Int, all: Int) = (0, 0)
  var files = 0
  for path in Places.corpusFiles() where !misread.contains(path) {
    let arguments = ["-v", "quiet", "-show_format", "-show_streams", "-of", "json", corpus.appending(path: path).path]
    let ours = try flattened(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).standardOutput)
    if unanswered.contains(path) { continue }
    let theirs = try flattened(try Program.run("ffprobe", arguments).standardOutput)
    if theirs["0 format.size"] == nil { continue }
    files += 1
    for key in Set(theirs.keys).union(ours.keys) {
      var name = String(key.drop { $0 != " " }.dropFirst())
      if name.hasPrefix("format.tags.") { name = "format.tags" }
      if name.contains("side_data_list") { name = "stream.side_data_list" }
      if path.hasPrefix("aac/"), estimated.contains(name) { name = "estimated.\(name)" }
      if !path.hasPrefix("malformed/"), isKnown(name) {
        wellFormed.all += 1
        if theirs[key] == ours[key] { wellFormed.equal += 1 }
      }
      var share = shares[name] ?? (0, 0)
      share.all += 1
      if theirs[key] == ours[key] { share.equal += 1 }
      shares[name] = share
    }
  }
  if ProcessInfo.processInfo.environment["MEDIAPROBE_PRINT_KEYS"] == "1" { print(table(shares)) }
  func total(_ isCounted: (String) -> Bool) -> Double {
    let counted = shares.filter { isCounted($0.key) }.values
    return Double(counted.map(\.equal).reduce(0, +)) / Double(counted.map(\.all).reduce(0, +))
  }
  #expect(files > 250)
  let wellFormedShare = Double(wellFormed.equal) / Double(wellFormed.all)
  #expect(wellFormedShare > 0.99, "keys that follow from headers, in files that are well formed: \(wellFormedShare)")
  #expect(total(isKnown) > 0.98, "keys that follow from headers: \(total(isKnown))")
  #expect(total { _ in true } > 0.95, "all keys: \(total { _ in true })")
}

/// Whether the value of a key can be derived from headers.
private func isKnown(_ name: String) -> Bool { !decoded.contains(name) && !name.hasPrefix("estimated.") }

private func table(_ shares: [String: (equal: Int, all: Int)]) -> String {
  shares.sorted { ($0.value.equal - $0.value.all, $0.key) < ($1.value.equal - $1.value.all, $1.key) }.map { name, share in
    let percent = String(format: "%6.2f", 100 * Double(share.equal) / Double(share.all))
    return "\(percent) % of \(share.all)\t\(name)\(decoded.contains(name) ? " (decoded)" : "")"
  }.joined(separator: "\n")
}

/// Compares all packet keys with ffprobe, with edit lists applied.
@Test(.enabled(if: Places.corpus != nil && Program.has("ffprobe"))) func packetsAreThoseOfFFProbe() throws {
  guard let corpus = Places.corpus else { return }
  var (equal, all, files, whole) = (0, 0, 0, 0)
  for path in Places.corpusFiles("mp4", suffixes: [".mp4", ".mov"]) where !path.contains("segments/") && !path.contains("fragments/") {
    let arguments = [
      "-v", "quiet", "-select_streams", "v:0", "-show_entries", "packet=pts,dts,size,pos,flags", "-of", "csv=p=0",
      corpus.appending(path: path).path,
    ]
    // Side data follows the keys in lines of its own.
    let theirs = try rows(try Program.run("ffprobe", arguments).text)
    let ours = try rows(try Program.run(Program.mediaprobe, ["ffprobe"] + arguments).text)
    if theirs.isEmpty { continue }
    files += 1
    all += max(theirs.count, ours.count)
    equal += zip(theirs, ours).filter { $0 == $1 }.count
    if theirs == ours { whole += 1 }
  }
  #expect(files > 50)
  #expect(Double(equal) / Double(all) > 0.9, "\(equal) of \(all) packets, \(whole) of \(files) files")
}

private func rows(_ text: String) throws -> [String] {
  text.split(separator: "\n").map { $0.split(separator: ",").prefix(5).joined(separator: ",") }.filter { !$0.isEmpty }
}
