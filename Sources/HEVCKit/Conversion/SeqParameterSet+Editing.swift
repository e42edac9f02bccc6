import BitstreamKit
import NALKit

// Common edits as methods. A set that already has the requested value stays unchanged.

extension SeqParameterSet: EditableSequenceParameterSet {
  /// Sets the cropping, in luma samples per side. A set whose format is in the VPS stays unchanged.
  /// - Throws: if a value is not a multiple of the crop unit, or no samples remain.
  public mutating func setCropping(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32) throws(SyntaxError) {
    guard let format else { return }
    let edges = try CropEdges(left: left, right: right, top: top, bottom: bottom).inUnits(of: format.cropUnit, coded: format.codedSize)
    var wanted = Window()
    (wanted.leftOffset, wanted.rightOffset, wanted.topOffset, wanted.bottomOffset) = (edges.left, edges.right, edges.top, edges.bottom)
    if wanted == format.conformanceWindow ?? Window() { return }
    self.format?.conformanceWindow = wanted == Window() ? nil : wanted
  }

  /// Sets vui_time_scale and vui_num_units_in_tick.
  /// - Throws: if the numbers do not fit 32 bits.
  public mutating func setFrameRate(_ rate: ExactRatio) throws(SyntaxError) {
    if frameRate?.reduced == rate.reduced { return }
    var vui = vuiParameters ?? VUIParameters()
    let clock = try clock(rate, picturesInFrame: vui.fieldSeqFlag ? 2 : 1)
    var timing = vui.timingInfo ?? .init()
    (timing.vuiNumUnitsInTick, timing.vuiTimeScale) = clock
    vui.timingInfo = timing
    vuiParameters = vui
  }

  /// Sets the colour description.
  public mutating func setColour(primaries: UInt8, transfer: UInt8, matrix: UInt8) {
    var vui = vuiParameters ?? VUIParameters()
    var signal = vui.videoSignalType ?? .init()
    var colour = signal.colourDescription ?? .init()
    (colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoeffs) = (primaries, transfer, matrix)
    signal.colourDescription = colour
    vui.videoSignalType = signal
    vuiParameters = vui
  }

  /// Sets the sample aspect ratio, by aspect_ratio_idc if the ratio has one.
  public mutating func setSampleAspectRatio(width: UInt16, height: UInt16) {
    let wanted = aspectRatioIdc(width, height)
    if let now = sampleAspectRatio, now.numerator * UInt64(height) == now.denominator * UInt64(width), height > 0 { return }
    var vui = vuiParameters ?? VUIParameters()
    var info = VUIParameters.AspectRatioInfo()
    info.aspectRatioIdc = wanted.idc
    info.sarWidth = wanted.idc == 255 ? wanted.width : nil
    info.sarHeight = wanted.idc == 255 ? wanted.height : nil
    vui.aspectRatioInfo = info
    vuiParameters = vui
  }
}

extension VideoParameterSet {
  /// Sets vps_time_scale and vps_num_units_in_tick if the set has timing info.
  /// - Parameter picturesInFrame: 2 if pictures are fields.
  /// - Throws: if the numbers do not fit 32 bits.
  public mutating func setFrameRate(_ rate: ExactRatio, picturesInFrame: UInt64 = 1) throws(SyntaxError) {
    guard let timing = timingInfo else { return }
    let units = UInt64(timing.vpsNumUnitsInTick) * picturesInFrame
    if ExactRatio(UInt64(timing.vpsTimeScale), units)?.reduced == rate.reduced { return }
    let clock = try clock(rate, picturesInFrame: picturesInFrame)
    timingInfo?.vpsNumUnitsInTick = clock.units
    timingInfo?.vpsTimeScale = clock.scale
  }
}

private func clock(_ rate: ExactRatio, picturesInFrame: UInt64) throws(SyntaxError) -> (units: UInt32, scale: UInt32) {
  let (scale, overflow) = rate.numerator.multipliedReportingOverflow(by: picturesInFrame)
  guard !overflow, scale > 0, let units = UInt32(exactly: rate.denominator), let wide = UInt32(exactly: scale) else {
    throw SyntaxError(
      .unsupported("\(rate.numerator)/\(rate.denominator) does not fit vui_time_scale and vui_num_units_in_tick"), element: "frame_rate")
  }
  return (units, wide)
}
