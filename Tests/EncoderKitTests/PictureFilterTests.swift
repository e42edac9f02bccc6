import BitstreamKit
import EncoderKit
import Foundation
import TestSupport
import Testing

private let formats: [PixelFormat] = [
  .i420, .nv12, .i420TenBit, PixelFormat(.yuv422), PixelFormat(.yuv444, bitDepth: 12), PixelFormat(.monochrome),
  PixelFormat(.yuv420, bitDepth: 10, isSemiPlanar: true), PixelFormat(.yuv411),
]

@Test(arguments: formats) func theMiddleIsCutOut(pixelFormat: PixelFormat) throws {
  let format = PictureFormat(width: 96, height: 64, pixelFormat: pixelFormat)
  var picture = VideoPicture(format, at: MediaTime(milliseconds: 40))
  // A frame around what stays.
  picture.fill(y: 200, u: 60, v: 70)
  picture.fill(y: 100, u: 110, v: 120, columns: 16..<80)
  var chain = FilterChain([CropFilter(ExactRatio(1, 1))])
  let cut = try chain.apply(to: picture)
  #expect(cut.format.width == 64 && cut.format.height == 64 && cut.presentationTimeStamp == MediaTime(milliseconds: 40))
  var expected = VideoPicture(cut.format)
  expected.fill(y: 100, u: 110, v: 120)
  #expect(cut.bytes == expected.bytes)
}

@Test(arguments: [(3, 4, 48, 64), (9, 16, 36, 64), (1, 1, 64, 64), (16, 9, 96, 54), (4, 1, 96, 24), (3, 2, 96, 64)])
func shapesAreCutInEvenSizes(across: UInt64, down: UInt64, width: Int, height: Int) throws {
  var chain = FilterChain([CropFilter()], aspectRatio: ExactRatio(across, down))
  let cut = try chain.apply(to: VideoPicture(PictureFormat(width: 96, height: 64)))
  #expect(cut.format.width == width && cut.format.height == height)
}

@Test func samplesThatAreNotSquareCount() throws {
  var chain = FilterChain([CropFilter(ExactRatio(1, 1))])
  let format = PictureFormat(width: 100, height: 64, pixelAspectRatio: ExactRatio(2, 1))
  let cut = try chain.apply(to: VideoPicture(format))
  #expect(cut.format.width == 32 && cut.format.height == 64)
}

@Test(arguments: formats) func colourGoes(pixelFormat: PixelFormat) throws {
  var picture = VideoPicture(PictureFormat(width: 20, height: 10, pixelFormat: pixelFormat))
  picture.fill(y: 100, u: 60, v: 200)
  var grey = picture
  grey.fill(y: 100, u: 128, v: 128)
  var filter = FilterChain([ColourFilter.grey])
  #expect(try filter.apply(to: picture).bytes == grey.bytes)
  var nothing = FilterChain([ColourFilter()])
  #expect(try nothing.apply(to: picture).bytes == picture.bytes)
  // Half of the colour, a little warmer, and darker: several filters in a row.
  var several = FilterChain([ColourFilter(saturation: 0.5), ColourFilter(warmth: 0.25), ColourFilter(brightness: -0.1)])
  var expected = picture
  let shift = pixelFormat.bitDepth - 8
  let luma = Int(saturating: (Double(100 << shift) - 0.1 * Double(219 << shift)).rounded())
  expected.fill(y: 78, u: 86, v: 172)
  let made = try several.apply(to: picture)
  let planes = picture.format.planes
  let value = pixelFormat.bytesPerSample == 1 ? Int(made.bytes[0]) : Int(made.bytes[0]) | Int(made.bytes[1]) << 8
  #expect(value == luma)
  if planes.count > 1 { #expect(made.bytes[planes[1].offset...] == expected.bytes[planes[1].offset...]) }
}

@Test func planesAreToldApart() throws {
  var picture = VideoPicture(PictureFormat(width: 6, height: 4, pixelFormat: .nv12))
  picture.fill(y: 1, u: 2, v: 3)
  let planar = picture.planar()
  #expect(planar.bytes == [UInt8](repeating: 1, count: 24) + [UInt8](repeating: 2, count: 6) + [UInt8](repeating: 3, count: 6))
  #expect(planar.format.pixelFormat == .i420)
}

/// FFmpeg's own cut and its own greys are the same.
@Test(.enabled(if: Program.has("ffmpeg"))) func filtersDoWhatFFmpegDoes() throws {
  try withFolder { folder in
    let (input, output) = (folder.appending(path: "in.y4m").path, folder.appending(path: "out.y4m").path)
    try Data(y4m(movingPictures(6))).write(to: URL(filePath: input))
    let words = ["-nostdin", "-v", "error", "-i", input, "-vf", "crop=36:64:30:0,lutyuv=u=128:v=128", "-pix_fmt", "yuv420p", output]
    #expect(try Program.run("ffmpeg", words).status == 0)
    var chain = FilterChain([CropFilter(ExactRatio(9, 16)), ColourFilter.grey])
    let (ours, theirs) = (try Y4MPictures(path: input), try Y4MPictures(path: output))
    var count = 0
    while let picture = try ours.nextPicture() {
      #expect(try chain.apply(to: picture).bytes == theirs.nextPicture()?.bytes)
      count += 1
    }
    #expect(count == 6)
  }
}
