import BitstreamKit
import NALKit

// Common edits as methods. A set that already has the requested value stays unchanged.

extension SeqParameterSet: EditableSequenceParameterSet {
  /// Sets the cropping, in luma samples per side.
  /// - Throws: if a value is not a multiple of the crop unit, or no samples remain.
  public mutating func setCropping(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32) throws(SyntaxError) {
    let edges = try CropEdges(left: left, right: right, top: top, bottom: bottom).inUnits(of: cropUnit, coded: codedSize)
    var wanted = FrameCropping()
    (wanted.frameCropLeftOffset, wanted.frameCropRightOffset) = (edges.left, edges.right)
    (wanted.frameCropTopOffset, wanted.frameCropBottomOffset) = (edges.top, edges.bottom)
    if wanted == frameCropping ?? FrameCropping() { return }
    frameCropping = wanted == FrameCropping() ? nil : wanted
  }

  /// Sets time_scale and num_units_in_tick (E.2.1: a frame lasts two ticks).
  /// - Throws: if the numbers do not fit 32 bits.
  public mutating func setFrameRate(_ rate: ExactRatio) throws(SyntaxError) {
    if frameRate?.reduced == rate.reduced { return }
    guard rate.numerator > 0, let ticks = UInt32(exactly: rate.denominator), rate.numerator <= UInt64(UInt32.max / 2) else {
      throw SyntaxError(
        .unsupported("\(rate.numerator)/\(rate.denominator) does not fit time_scale and num_units_in_tick"), element: "frame_rate")
    }
    var vui = vuiParameters ?? VUIParameters()
    var timing = vui.timingInfo ?? .init()
    timing.numUnitsInTick = ticks
    timing.timeScale = UInt32(rate.numerator) * 2
    vui.timingInfo = timing
    vuiParameters = vui
  }

  /// Sets the colour description.
  public mutating func setColour(primaries: UInt8, transfer: UInt8, matrix: UInt8) {
    var vui = vuiParameters ?? VUIParameters()
    var signal = vui.videoSignalType ?? .init()
    var colour = signal.colourDescription ?? .init()
    (colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoefficients) = (primaries, transfer, matrix)
    signal.colourDescription = colour
    vui.videoSignalType = signal
    vuiParameters = vui
  }

  /// Sets the sample aspect ratio, by aspect_ratio_idc if the ratio has one.
  public mutating func setSampleAspectRatio(width: UInt16, height: UInt16) {
    let wanted = aspectRatioIdc(width, height)
    if let now = sampleAspectRatio, now.numerator * UInt64(height) == now.denominator * UInt64(width), height > 0 { return }
    var vui = vuiParameters ?? VUIParameters()
    vui.aspectRatioIdc = wanted.idc
    vui.sarWidth = wanted.idc == 255 ? wanted.width : nil
    vui.sarHeight = wanted.idc == 255 ? wanted.height : nil
    vuiParameters = vui
  }
}
