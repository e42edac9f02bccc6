import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// `colr` and the VUI state different colours.
final class ColourMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.colour", .warning, "colr and the VUI state different colours",
      clause: "ISO/IEC 14496-12:2022 12.1.5: colr takes precedence over the bitstream",
      cause: "One of them was changed, or the box was made with defaults. Players show different colours.",
      remedy: "Set the VUI with 'mediaprobe edit --set colour=NAME', then remux.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let box = track.description?.colour?.codePoints else { return }
    let coded: [UInt8]
    if let colour = track.h264?.firstSet?.vuiParameters?.videoSignalType?.colourDescription {
      coded = [colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoefficients]
    } else if let colour = track.hevc?.firstSet?.vuiParameters?.videoSignalType?.colourDescription {
      coded = [colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoeffs]
    } else {
      return
    }
    let stated = [box.colourPrimaries, box.transferCharacteristics, box.matrixCoefficients]
    // 2 is 'unspecified' on either side.
    let differs = zip(stated, coded).contains { $0 != UInt16($1) && $0 != 2 && $1 != 2 }
    if !differs { return }
    run.find(
      self, "colr states \(Self.text(stated)), the VUI \(Self.text(coded.map { UInt16($0) }))",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath + "/colr")
  }

  private static func text(_ codes: [UInt16]) -> String { codes.map { "\($0)" }.joined(separator: "/") }
}
