/// An entry function for any bytes: it returns, or throws where an oracle is violated.
struct FuzzTarget: Sendable {
  /// The name, which is also that of the corpus folder and of the prefix of stored crashers.
  let name: String
  /// Runs one input.
  let run: @Sendable ([UInt8]) throws(Violation) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) throws(Violation) -> Void) {
    self.name = name
    self.run = run
  }

  /// All targets.
  static let all = [
    FuzzTarget("annexb", fuzzAnnexB), FuzzTarget("h264", fuzzH264), FuzzTarget("hevc", fuzzHEVC), FuzzTarget("flv", fuzzFLV),
    FuzzTarget("amf", fuzzAMF), FuzzTarget("adts", fuzzADTS), FuzzTarget("boxes", fuzzBoxes), FuzzTarget("samples", fuzzSamples),
    FuzzTarget("rtmp", fuzzRTMP), FuzzTarget("moviewriter", fuzzMovieWriter), FuzzTarget("remux", fuzzRemux), FuzzTarget("law", fuzzLaw),
    FuzzTarget("strict", fuzzStrict), FuzzTarget("inflate", fuzzInflate), FuzzTarget("check", fuzzCheck),
    FuzzTarget("answers", fuzzAnswers), FuzzTarget("recover", fuzzRecover),
  ]

  /// Returns the target with this name.
  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// An oracle that does not hold: two ways to the same result disagree.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws if an oracle does not hold.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(what()) }
}
