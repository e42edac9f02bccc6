extension RuleTable {
  /// The rules about players and ways of delivery.
  static func targets() -> [MovieRule] {
    [
      AppleSampleEntry(), H264ProfileTooHigh(), HEVCProfileTooHigh(), FrameRateTooHigh(), InterlacedPictures(), KeyInterval(),
      RTMPKeyInterval(), AppleChroma(), FragmentStart(), SeveralTracks(), NotFragmented(), BrandMissing(), FragmentBase(),
      SeveralTrackFragments(), HLSCodec(), RTMPCodec(), ChromeCodec(), ChromeHEVC(), AndroidCodec(),
    ]
  }
}
