import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Corrects the VUI of the sequence parameter sets of a byte stream. Decoded pictures do not depend on it.
struct SetMending {
  /// Longer sets are not corrected.
  static let maxBytes = 1 << 16

  private let codec: VideoCodec
  /// Timing that has a zero is removed: the actual rate is not known.
  private let removesTiming: Bool
  /// Reserved colour code points become "unspecified".
  private let clearsColour: Bool
  /// The timing of the video parameter set is copied.
  private let copiesTiming: Bool
  private var sets = HEVCKit.ParameterSets()

  init(_ codec: VideoCodec, _ rules: Set<String>) {
    self.codec = codec
    removesTiming = rules.contains("h264.zero-timing") || rules.contains("hevc.zero-timing")
    clearsColour = rules.contains("h264.reserved-colour") || rules.contains("hevc.reserved-colour")
    copiesTiming = rules.contains("hevc.vps-timing")
  }

  /// Whether a unit is a set that must be passed to `rewrite`.
  func wants(_ unit: AnnexBUnit) -> Bool {
    guard removesTiming || clearsColour || copiesTiming, unit.length <= UInt64(Self.maxBytes), let first = unit.headByte(0) else {
      return false
    }
    let type = codec.unitType(first)
    return codec == .h264 ? type == 7 : type == 32 || type == 33
  }

  /// The corrected bytes of a unit; nil if it stays as it is.
  mutating func rewrite(_ unit: [UInt8]) -> [UInt8]? {
    switch codec {
    case .h264: rewriteH264(unit)
    case .hevc: rewriteHEVC(unit)
    }
  }

  /// A unit whose timing has 1 in place of each 0, which ends the parsing; nil if another element does, or none.
  private func withPositiveTiming(_ unit: [UInt8], _ findings: [SyntaxError]) -> [UInt8]? {
    guard removesTiming, let error = findings.last, case .outOfRange = error.reason, let bit = error.bitOffset,
      ["num_units_in_tick", "time_scale", "vui_num_units_in_tick", "vui_time_scale"].contains(error.element)
    else { return nil }
    var rbsp = EmulationPrevention.removing(from: unit)
    let last = bit + 31
    guard last >> 3 < rbsp.count else { return nil }
    rbsp[last >> 3] |= 0x80 >> UInt8(last & 7)
    return EmulationPrevention.adding(to: rbsp)
  }

  private func rewriteH264(_ unit: [UInt8]) -> [UInt8]? {
    let none = H264Kit.ParameterSets()
    var (read, hadZero) = (unit, false)
    // Two elements can be 0.
    for _ in 0..<3 {
      var findings: [SyntaxError] = []
      guard var new = try? H264Kit.NALUnit(parsing: read, sets: none, fileOffset: 0, findings: &findings) else { return nil }
      if let positive = withPositiveTiming(read, findings) {
        (read, hadZero) = (positive, true)
        continue
      }
      guard findings.isEmpty, case .seqParameterSet(var set) = new.payload, var vui = set.vuiParameters else { return nil }
      if hadZero { vui.timingInfo = nil }
      if clearsColour, let codes = vui.videoSignalType?.colourDescription?.codes.withoutReserved {
        vui.videoSignalType?.colourDescription?.colourPrimaries = codes.primaries
        vui.videoSignalType?.colourDescription?.transferCharacteristics = codes.transfer
        vui.videoSignalType?.colourDescription?.matrixCoefficients = codes.matrix
      }
      if vui == set.vuiParameters { return nil }
      set.vuiParameters = vui
      new.payload = .seqParameterSet(set)
      return try? new.encoded(sets: none)
    }
    return nil
  }

  private mutating func rewriteHEVC(_ unit: [UInt8]) -> [UInt8]? {
    var (read, hadZero) = (unit, false)
    // Two elements can be 0.
    for _ in 0..<3 {
      var findings: [SyntaxError] = []
      guard var new = try? HEVCKit.NALUnit(parsing: read, sets: sets, fileOffset: 0, findings: &findings) else { return nil }
      if let positive = withPositiveTiming(read, findings) {
        (read, hadZero) = (positive, true)
        continue
      }
      sets.update(with: new)
      guard findings.isEmpty, case .seqParameterSet(var set) = new.payload, var vui = set.vuiParameters else { return nil }
      if copiesTiming, let video = sets.videoParameterSet(set.spsVideoParameterSetId)?.timingInfo {
        vui.timingInfo?.vuiNumUnitsInTick = video.vpsNumUnitsInTick
        vui.timingInfo?.vuiTimeScale = video.vpsTimeScale
      }
      // The parameters of the HRD, and with them the syntax of timing messages, stand inside of the timing.
      if hadZero, vui.timingInfo?.hrdParameters == nil { vui.timingInfo = nil }
      if clearsColour, let codes = vui.videoSignalType?.colourDescription?.codes.withoutReserved {
        vui.videoSignalType?.colourDescription?.colourPrimaries = codes.primaries
        vui.videoSignalType?.colourDescription?.transferCharacteristics = codes.transfer
        vui.videoSignalType?.colourDescription?.matrixCoeffs = codes.matrix
      }
      if hadZero && vui.timingInfo != nil || vui == set.vuiParameters { return nil }
      set.vuiParameters = vui
      new.payload = .seqParameterSet(set)
      return try? new.encoded(sets: sets)
    }
    return nil
  }
}

extension H264Kit.VUIParameters.ColourDescription {
  /// The code points.
  var codes: ColourCodes { ColourCodes(primaries: colourPrimaries, transfer: transferCharacteristics, matrix: matrixCoefficients) }
}

extension HEVCKit.VUIParameters.ColourDescription {
  /// The code points.
  var codes: ColourCodes { ColourCodes(primaries: colourPrimaries, transfer: transferCharacteristics, matrix: matrixCoeffs) }
}
