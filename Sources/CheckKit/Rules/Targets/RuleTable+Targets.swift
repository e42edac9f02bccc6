extension RuleTable {
  /// The rules about players and ways of delivery.
  static func targets() -> [MovieRule] {
    [
      AppleSampleEntry(), AppleChroma(), AppleLevel(), AppleCodec(),
      H264ProfileTooHigh(), HEVCProfileTooHigh(), FrameRateTooHigh(), InterlacedPictures(), KeyInterval(), GroupDuration(), FragmentStart(),
      HLSCodec(), HLSCaptions(),
      RTMPKeyInterval(), RTMPCodec(),
      SeveralTracks(), NotFragmented(), BrandMissing(), FragmentBase(), SeveralTrackFragments(), FragmentEdits(),
      ChromeCodec(), ChromeHEVC(), ChromeSampleEntries(),
      AndroidCodec(),
    ]
  }
}
