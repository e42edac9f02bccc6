/// Key pictures are more than four seconds apart.
final class FLVRTMPKeyFrameInterval: FLVKeyFrameInterval {
  override var longest: UInt32 { 4000 }

  override var page: RulePage {
    RulePage(
      "flv.rtmp-key-frame-interval", .warning, "key pictures are more than four seconds apart",
      clause: "YouTube and Twitch ask encoders for a key picture every 2 s, and at most every 4 s",
      cause: "The encoder was set to long groups of pictures. Services refuse the stream or start viewers late.",
      remedy: "Encode with a key picture every two seconds.",
      targets: [.rtmp])
  }
}
