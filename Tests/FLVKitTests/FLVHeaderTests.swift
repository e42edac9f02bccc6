import FLVKit
import TestSupport
import Testing

@Test func flvHeaderLaws() { checkLaws(FLVHeader.self) }
