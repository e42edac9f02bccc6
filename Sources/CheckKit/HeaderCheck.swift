import BitstreamKit
import FLVKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// Applies the rules that need headers alone: boxes, parameter sets, script data. The number of bytes read does not depend on the size of the
/// file, except as the index of a movie grows.
public struct HeaderCheck {
  /// The number of bytes read at the start of a byte stream, an ADTS stream or an FLV file.
  private static let maxHeadSize = 1 << 18
  /// The number of boxes that are visited.
  static let maxBoxes = 1 << 10
  /// The number of tracks whose parameter sets are read.
  static let maxTracks = 8

  /// The rules that judge headers, whatever follows them.
  static let rules: [String] = [
    "mp4.misplaced-box", "mp4.repeated-box", "mp4.box-size", "mp4.missing-box", "mp4.not-a-box", "mp4.box-fields", "mp4.movie-missing",
    "mp4.file-type-missing", "mp4.file-type-not-first", "mp4.track-extends-missing", "mp4.next-track-id", "mp4.no-track",
    "mp4.index-after-media", "mp4.zero-timescale", "mp4.language", "mp4.media-header-mismatch", "mp4.no-sample-description",
    "mp4.track-id-repeated", "mp4.track-id-zero", "across.length-size", "h264.buffering-above-level", "h264.buffering-below-references",
    "h264.cropped-away", "h264.direct-inference", "h264.hrd-above-level", "h264.implausible-frame-rate", "h264.level-macroblock-rate",
    "h264.level-picture-size",
    "h264.level-references", "h264.profile-tools", "h264.reorder-above-buffering", "h264.reserved-aspect-ratio", "h264.reserved-colour",
    "h264.rgb-chroma", "h264.unknown-level", "h264.unknown-profile", "h264.unresolved", "h264.zero-timing", "h264.malformed",
    "h264.truncated", "h264.value-out-of-range", "h264.trailing-bytes", "h264.forbidden-zero-bit",
    "hevc.buffering-above-level", "hevc.compatibility-flag", "hevc.cropped-away", "hevc.hrd-above-level", "hevc.implausible-frame-rate",
    "hevc.level-luma-rate",
    "hevc.level-picture-size", "hevc.level-tiles", "hevc.picture-alignment", "hevc.profile-block-size", "hevc.profile-format",
    "hevc.reserved-aspect-ratio", "hevc.reserved-colour", "hevc.rgb-chroma", "hevc.set-above-vps", "hevc.sub-layer-order",
    "hevc.temporal-nesting", "hevc.unknown-level", "hevc.unknown-profile", "hevc.unresolved", "hevc.vps-timing", "hevc.malformed",
    "hevc.truncated",
    "hevc.value-out-of-range", "hevc.trailing-bytes", "hevc.forbidden-zero-bit", "aac.ps-channels",
    "aac.rare-object-type", "aac.reserved-object-type",
    "aac.reserved-channel-configuration", "aac.reserved-sampling-frequency", "aac.sbr-sampling-frequency", "aac.short-frames",
    "flv.large-header", "flv.version", "flv.duplicate-key", "flv.metadata-not-first", "flv.metadata-timestamp", "flv.metadata-type",
    "flv.metadata-repeated", "flv.metadata-picture-size", "flv.metadata-audiosamplerate", "flv.metadata-stereo",
    "flv.metadata-videocodecid", "flv.metadata-audiocodecid", "flv.metadata-value-type", "flv.array-length", "flv.header-reserved-bits",
    "flv.data-offset", "flv.no-streams", "flv.script-name", "flv.script-name-empty", "mp4.codec-configuration-missing",
    "mp4.stream-type", "mp4.audio-configuration", "mp4.track-reference", "mp4.complex-edit-list", "mp4.empty-last-edit", "mp4.entry-count",
    "mp4.mandatory-track-box", "mp4.movie-rate", "mp4.undefined-flags",
    "mp4.reserved-field",
    "across.picture-size", "across.colour", "across.colour-range", "across.pixel-aspect-ratio", "across.avc-configuration",
    "across.hevc-configuration", "across.high-sample-rate", "across.sound-rate", "cenc.track-encryption", "heif.brand",
    "heif.derivation", "heif.handler", "heif.miaf", "heif.items", "heif.location", "heif.property", "heif.reference",
  ]

  /// Checks the headers of a seekable input.
  /// - Parameter codec: the codec of a byte stream; nil to detect it.
  /// - Returns: nil if the input is not recognised or cannot be read.
  public static func verdict(of input: ProbeInput, codec: VideoCodec? = nil) -> InfoVerdict? {
    var options = CheckOptions()
    (options.only, options.codec) = (rules, codec)
    guard input.isSeekable, let content = try? input.content() else { return nil }
    var container = content.container
    if let codec, container.map({ $0.videoCodec != nil }) ?? true { container = MediaContainer(codec) }
    guard let container else { return nil }
    let findings: [RuleFinding]
    if container == .mp4 {
      let run = CheckRun(options)
      guard let pass = try? MoviePass(input, run), (try? pass.checkHeaders()) != nil else { return nil }
      findings = run.findings
    } else {
      guard let head = try? head(of: input, container) else { return nil }
      findings = Check(ProbeInput(AnyByteSource(MemorySource(head)), name: input.name), options).run().findings
    }
    return InfoVerdict(
      Severity.allCases.reversed().flatMap { severity in
        findings.filter { $0.page.severity == severity }.map {
          InfoVerdict.Finding(rule: $0.page.id, severity: $0.page.severity.name, message: "\($0.page.title): \($0.message)")
        }
      })
  }

  /// The start of a file, without the last unit or tag, which may be cut off.
  private static func head(of input: ProbeInput, _ container: MediaContainer) throws(ByteError) -> [UInt8] {
    var bytes: [UInt8] = []
    try input.read(at: 0, count: maxHeadSize, into: &bytes)
    if UInt64(bytes.count) >= input.byteCount { return bytes }
    if container == .flv { return Array(bytes.prefix(endOfTags(bytes))) }
    if container.videoCodec == nil { return bytes }
    return Array(bytes.prefix(endOfPicture(bytes, container.videoCodec)))
  }

  /// The end of the last slice that is complete at the start of a byte stream: units after it may belong to a picture that is cut off. Without
  /// one, the end of the last complete unit.
  private static func endOfPicture(_ bytes: [UInt8], _ codec: VideoCodec?) -> Int {
    var (next, last): (Int?, Int?) = (nil, nil)
    var place = bytes.count - 4
    while place > 0, let codec {
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        if let next, codec.isSlice(bytes[place + 3]) { return next }
        (next, last) = (place, last ?? place)
      }
      place -= 1
    }
    return last ?? bytes.count
  }

  /// The end of the last tag that is complete at the start of an FLV file.
  private static func endOfTags(_ bytes: [UInt8]) -> Int {
    var reader = FLVReader(mode: .bodies, headLength: 0)
    var (cursor, end) = (0, 0)
    while let event = reader.next(in: bytes, from: &cursor, to: bytes.count) {
      if case .previousTagSize = event { end = cursor }
    }
    return end == 0 ? bytes.count : end
  }
}
