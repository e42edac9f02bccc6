/// Key pictures are more than four seconds apart.
final class RTMPKeyInterval: KeyInterval {
  override var page: RulePage {
    RulePage(
      "rtmp.key-interval", .warning, "key pictures are more than four seconds apart",
      clause: "YouTube and Twitch ask encoders for a key picture every 2 s, and at most every 4 s",
      cause: "The encoder was set to long groups of pictures. Services refuse the stream or start viewers late.",
      remedy: "Encode with a key picture every two seconds, such as 'ffmpeg -force_key_frames expr:gte(t,n_forced*2)'.",
      targets: [.rtmp])
  }

  override var longest: Double { 4.1 }
}
