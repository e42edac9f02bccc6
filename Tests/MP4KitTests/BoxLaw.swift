import MP4Kit
import TestSupport
import Testing

/// The laws of one box type, for a test that is run for many.
struct BoxLaw: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let check: @Sendable () -> Void

  init<B: Box>(_ type: B.Type, seeds: Range<UInt64> = 0..<80) {
    testDescription = "\(type)"
    check = { checkLaws(type, seeds: seeds) }
  }
}
