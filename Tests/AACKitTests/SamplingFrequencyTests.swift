import AACKit
import Testing

@Test func frequenciesAndIndicesAreEachOthersInverse() {
  var last = UInt32.max
  for index in 0...12 as ClosedRange<UInt8> {
    guard let hertz = SamplingFrequency.hertz(ofIndex: index) else {
      Issue.record("no frequency for \(index)")
      continue
    }
    #expect(hertz < last)
    #expect(SamplingFrequency.index(ofHertz: hertz) == index)
    last = hertz
  }
  for index in 13...255 as ClosedRange<UInt8> { #expect(SamplingFrequency.hertz(ofIndex: index) == nil) }
  #expect(SamplingFrequency.index(ofHertz: 44101) == nil)
}

@Test func channelConfigurations() {
  let counts = (0...15 as ClosedRange<UInt8>).map { ChannelConfiguration.channelCount(of: $0) }
  #expect(counts == [nil, 1, 2, 3, 4, 5, 6, 8, nil, nil, nil, 7, 8, 24, 8, nil])
}
