import BitstreamKit
import CheckKit
import RemuxKit
import Testing

/// The alignment of two sequences of hashes.
@Suite struct SampleAlignmentTests {
  private func steps(_ a: [UInt64], _ b: [UInt64]) -> [AlignmentStep] { SampleAlignment(a, b, isLast: true).steps }

  @Test func equalSequencesMatch() {
    #expect(steps([1, 2, 3], [1, 2, 3]) == [.match(0, 0), .match(1, 1), .match(2, 2)])
    #expect(steps([], []).isEmpty)
    #expect(steps([7, 7, 7], [7, 7, 7]).count == 3)
  }

  @Test func oneEditIsOneStep() {
    #expect(steps([1, 2, 3, 4], [1, 2, 4]).filter { if case .match = $0 { false } else { true } } == [.removal(2)])
    #expect(steps([1, 2, 4], [1, 2, 3, 4]).filter { if case .match = $0 { false } else { true } } == [.insertion(2)])
    #expect(steps([1, 2, 3, 4], [1, 2, 9, 4]).filter { if case .match = $0 { false } else { true } } == [.change(2, 2)])
    #expect(steps([1, 2], []) == [.removal(0), .removal(1)])
    #expect(steps([1, 2], [8, 9]) == [.change(0, 0), .change(1, 1)])
  }

  /// Two edits far apart in samples that repeat: no anchor helps.
  @Test func repeatedSamplesAreAlignedByTheShortestScript() {
    let a = (0..<2000).map { UInt64($0 % 2) }
    var b = a
    b.remove(at: 10)
    b.remove(at: 1500)
    let steps = steps(a, b)
    #expect(steps.count { if case .removal = $0 { true } else { false } } == 2)
    #expect(steps.count { if case .match = $0 { true } else { false } } == 1998)
    #expect(steps.count == 2000)
  }

  /// Every index occurs once and in order, pairs that match are equal, and exchanging the sequences exchanges the steps.
  @Test func stepsAreCompleteAndSymmetrical() {
    var random = Reproducible(state: 5)
    for round in 0..<300 {
      let kinds: UInt64 = round % 3 == 0 ? 3 : 1000
      let a = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt64.random(in: 0..<kinds, using: &random) }
      var b = a
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let value = UInt64.random(in: 0..<kinds, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: b.insert(value, at: Int.random(in: 0...b.count, using: &random))
        case 1 where !b.isEmpty: b.remove(at: Int.random(in: 0..<b.count, using: &random))
        case 2 where !b.isEmpty: b[Int.random(in: 0..<b.count, using: &random)] = value
        case 3 where b.count > 1: b.swapAt(0, b.count - 1)
        default: break
        }
      }
      let forward = SampleAlignment(a, b, isLast: true)
      var (left, right): ([Int], [Int]) = ([], [])
      for step in forward.steps {
        switch step {
        case .match(let i, let j):
          #expect(a[i] == b[j])
          left.append(i)
          right.append(j)
        case .change(let i, let j):
          #expect(a[i] != b[j])
          left.append(i)
          right.append(j)
        case .removal(let i): left.append(i)
        case .insertion(let j): right.append(j)
        }
      }
      #expect(left == Array(a.indices), "\(a) \(b)")
      #expect(right == Array(b.indices), "\(a) \(b)")
      let mirrored = SampleAlignment(b, a, isLast: true).steps.map { step -> AlignmentStep in
        switch step {
        case .match(let i, let j): .match(j, i)
        case .change(let i, let j): .change(j, i)
        case .removal(let i): .insertion(i)
        case .insertion(let j): .removal(j)
        }
      }
      if a != b { #expect(mirrored == forward.steps, "\(a) \(b)") }
    }
  }
}

/// Alignment of streams in windows.
@Suite struct SampleAlignerTests {
  /// Samples made of hashes.
  private final class Supply: SampleSupply {
    private let hashes: (Int) -> UInt64?
    private var number = 0

    init(_ hashes: @escaping (Int) -> UInt64?) { self.hashes = hashes }
    convenience init(_ hashes: [UInt64]) { self.init { $0 < hashes.count ? hashes[$0] : nil } }

    func next() throws(MediaError) -> DiffSample? {
      guard let hash = hashes(number) else { return nil }
      defer { number += 1 }
      let media = MediaSample(track: 0, decodeTime: 0, presentationTime: 0, duration: 1, offset: 0, size: 1, isKey: true)
      return DiffSample(number: number, hash: hash, media: media)
    }
  }

  private final class Log: AlignmentReceiver {
    var matches = 0
    var steps: [String] = []
    func match(_ a: DiffSample, _ b: DiffSample) throws(MediaError) { matches += 1 }
    func move(_ a: DiffSample, _ b: DiffSample) throws(MediaError) { steps.append("move \(a.number) \(b.number)") }
    func change(_ a: DiffSample, _ b: DiffSample) throws(MediaError) { steps.append("change \(a.number) \(b.number)") }
    func remove(_ a: DiffSample) throws(MediaError) { steps.append("remove \(a.number)") }
    func insert(_ b: DiffSample) throws(MediaError) { steps.append("insert \(b.number)") }
  }

  private func align(_ a: [UInt64], _ b: [UInt64], window: Int = 64) throws -> (log: Log, aligner: SampleAligner) {
    let log = Log()
    var aligner = SampleAligner(Supply(a), Supply(b), windowSize: window, to: log)
    try aligner.run()
    return (log, aligner)
  }

  private let many = (0..<1000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }

  @Test func editsAreNamedByTheirNumbers() throws {
    var b = many
    b.remove(at: 300)
    #expect(try align(many, b).log.steps == ["remove 300"])
    b.insert(5, at: 900)
    #expect(try align(many, b).log.steps == ["remove 300", "insert 900"])
    #expect(try align(b, many).log.steps == ["insert 300", "remove 900"])
    b = many
    b[10] = 1
    b[999] = 2
    #expect(try align(many, b).log.steps == ["change 10 10", "change 999 999"])
    b = many
    b.swapAt(500, 501)
    let (log, _) = try align(many, b)
    #expect(log.steps.count == 1 && log.steps[0].hasPrefix("move 50"))
    #expect(log.matches == 999)
  }

  /// An insertion that is longer than the first window: the windows grow.
  @Test func longInsertionsAreAligned() throws {
    let inserted = (0..<20_000).map { UInt64($0) &* 3 &+ 1 }
    let b = Array(many[..<400]) + inserted + Array(many[400...])
    let (log, aligner) = try align(many + inserted.map { $0 &+ 1 << 40 }, b + inserted.map { $0 &+ 1 << 40 }, window: 1 << 16)
    #expect(log.steps.count == 20_000)
    #expect(log.steps.allSatisfy { $0.hasPrefix("insert") })
    #expect(log.matches == 21_000)
    #expect(aligner.maxHeldSize <= 1 << 16)
  }

  /// An insertion that is longer than the largest window: the work and the memory stay bounded, nothing is lost.
  @Test func longerInsertionsEnd() throws {
    let (log, aligner) = try align(many, (0..<5000).map { UInt64($0) &+ 7 } + many, window: 64)
    let numbers = log.steps.count + log.matches
    #expect(numbers >= 6000)
    #expect(aligner.maxHeldSize <= 64)
  }

  /// 200,000 samples: every tenth is changed, every hundredth missing, or all are different. The work grows with their number only.
  @Test(arguments: [0, 1, 2, 3]) func theWorkIsLinear(_ kind: Int) throws {
    func hash(_ index: Int) -> UInt64 { UInt64(index) &* 0xD6E8_FEB8_6659_FD93 }
    func run(_ count: Int) throws -> SampleAligner {
      let other: (Int) -> UInt64? = { index in
        switch kind {
        case 0: return index < count ? hash(index) ^ (index % 10 == 0 ? 1 : 0) : nil
        case 1:
          let place = index + index / 99
          return place < count ? hash(place) : nil
        case 2: return index < count ? hash(index) | 1 << 63 ^ 0x55 : nil
        // Samples that repeat, such as silence, with a change now and then.
        default: return index < count ? UInt64(index % 3) + (index % 1000 == 0 ? 9 : 0) : nil
        }
      }
      let own: (Int) -> UInt64? = { index in index < count ? kind == 3 ? UInt64(index % 3) : hash(index) : nil }
      var aligner = SampleAligner(Supply(own), Supply(other), windowSize: 4096, to: Log())
      try aligner.run()
      return aligner
    }
    let (few, all) = (try run(50_000), try run(200_000))
    #expect(all.work < few.work * 5, "\(few.work) \(all.work)")
    #expect(all.work < 200_000 * 400, "\(all.work)")
    #expect(all.maxHeldSize <= 4096)
  }
}

/// Reproducible numbers (SplitMix64).
struct Reproducible: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
