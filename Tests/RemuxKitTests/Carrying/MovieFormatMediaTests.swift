import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func aByteStreamIsNoFormatOfSamples(source: String) throws {
  let track = try MediaReader(MemorySource(try Places.fixture(source))).tracks[0]
  let error = #expect(throws: MediaError.self) { try MovieFormat(track) }
  #expect(error?.description.contains("track 0 is a byte stream") == true, "\(error)")
}

@Test(arguments: ["plain.mp4", "hvc1.mp4", "avc_aac.flv", "tone.aac"]) func otherTracksHaveFormats(source: String) throws {
  for track in try MediaReader(MemorySource(try Places.fixture(source))).tracks {
    let format = try MovieFormat(track)
    #expect(format.isVideo == (track.kind == .video))
  }
}
