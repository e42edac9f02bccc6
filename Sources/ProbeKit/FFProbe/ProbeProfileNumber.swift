/// The numbers of profiles in FFmpeg, which its names stand for.
extension ProbeStream {
  /// The number of the profile as text; nil if it is unknown. A profile without a name is its number.
  var profileNumber: String? {
    guard let profile else { return nil }
    let names: [(name: StaticString, number: Int)]
    switch codec?.name.description {
    case "h264": names = Self.h264Numbers
    case "hevc": names = [("Main", 1), ("Main 10", 2), ("Main Still Picture", 3), ("Rext", 4)]
    case "aac":
      names = [
        ("Main", 0), ("LC", 1), ("SSR", 2), ("LTP", 3), ("HE-AAC", 4), ("HE-AACv2", 28), ("LD", 22), ("ELD", 38),
      ]
    case "av1": names = [("Main", 0), ("High", 1), ("Professional", 2)]
    case "prores": names = [("Proxy", 0), ("LT", 1), ("Standard", 2), ("HQ", 3), ("4444", 4), ("XQ", 5)]
    case "mpeg2video":
      names = [("High", 1), ("Spatially Scalable", 2), ("SNR Scalable", 3), ("Main", 4), ("Simple", 5)]
    case "mjpeg": names = [("Baseline", 192)]
    case "mpeg4": return Self.mpeg4Profiles.firstIndex(of: profile).map { "\($0)" }
    default: return profile
    }
    return names.first { $0.name.description == profile }.map { "\($0.number)" } ?? profile
  }

  /// Constraint flags are bits above profile_idc: 512 for constraint_set1_flag, 2048 for constraint_set3_flag.
  private static let h264Numbers: [(name: StaticString, number: Int)] = [
    ("Constrained Baseline", 578), ("Baseline", 66), ("Main", 77), ("Extended", 88), ("High", 100), ("High 10", 110),
    ("High 10 Intra", 2158), ("High 4:2:2", 122), ("High 4:2:2 Intra", 2170), ("High 4:4:4", 144), ("High 4:4:4 Predictive", 244),
    ("High 4:4:4 Intra", 2292), ("CAVLC 4:4:4", 44), ("Multiview High", 118), ("Stereo High", 128),
  ]
}
