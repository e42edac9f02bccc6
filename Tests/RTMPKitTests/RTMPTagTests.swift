import FLVKit
import Testing

@testable import RTMPKit

/// The role of a tag gives the kind that parsing its body gives.
@Test(arguments: [VideoCoding.avc, .hevc, .legacyHEVC]) func rolesAreKinds(video: VideoCoding) throws {
  let tags = FLVTagMaker(video: video, audio: .aac)
  var all = [
    try tags.metaData(FLVMetaData()), try tags.configuration(.video, [1, 2]), try tags.configuration(.audio, [0x12, 0x10], at: 3),
    try tags.frame(.video(.key, at: 5, compositionTime: 40), [9]), try tags.frame(.video(.inter, at: 6), [9]),
    try tags.frame(.video(.generatedKey, at: 7), [9]), try tags.frame(.audio(at: 8), [7]),
  ]
  for type in [TagType.video, .audio] { if let end = try tags.sequenceEnd(type, at: 9) { all.append(end) } }
  #expect(all.count >= 8)
  for tag in all.dropLast(all.last?.type == .audio ? 1 : 0) {
    #expect(RTMPTag(tag) == RTMPTag(tag.type, at: tag.time, tag.body), "\(tag.role)")
  }
}
