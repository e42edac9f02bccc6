import BitstreamKit

/// One run of the encoder program, from its first picture to its exit.
final class EncoderRun {
  let child: ChildProcess
  private var assembler: AccessUnitAssembler
  private(set) var timeline: SourceTimeline
  private let framing: EncodedAccessUnit.Framing
  private let timeout: Double
  private let feed: EncoderProgram.PictureFeed
  private var bytes: [UInt8] = []
  private var isAssembled = false
  private var isClosed = false
  private let frameLine = Array("FRAME\n".utf8)

  /// Starts the program for a picture format.
  init(
    _ program: EncoderProgram, _ found: FoundProgram, _ settings: VideoEncoderSettings, _ framing: EncodedAccessUnit.Framing,
    _ format: PictureFormat, after other: EncoderRun?
  ) throws(EncoderError) {
    var fed = format
    feed = program.feed
    if feed == .y4m { fed.pixelFormat.isSemiPlanar = false }
    let arguments = try program.arguments(settings, fed)
    child = try ChildProcess(name: found.name, path: found.path, arguments: arguments)
    assembler = AccessUnitAssembler(settings.codec, framing: framing, parameterSets: other?.assembler.parameterSets ?? [])
    timeline = SourceTimeline(after: other?.timeline)
    self.framing = framing
    timeout = settings.timeout
    if feed == .y4m { child.enqueue(Y4MHeader(fed).encoded()) }
  }

  /// The number of pictures queued for standard input.
  var pendingCount: Int { feed == .y4m ? (child.pendingCount + 1) / 2 : child.pendingCount }
  /// Whether the program has exited and all output is assembled.
  var isOver: Bool { isAssembled }

  func take(_ picture: VideoPicture) {
    timeline.take(picture.presentationTimeStamp, picture.duration)
    switch feed {
    case .y4m:
      child.enqueue(frameLine)
      child.enqueue(picture.planar().bytes)
    case .raw: child.enqueue(picture.bytes)
    }
  }

  /// Marks the end of input.
  func close() {
    isClosed = true
    child.closeInput()
  }

  /// Transfers as much input and output as possible without blocking.
  func advance(_ give: (EncodedAccessUnit) -> Void) throws(EncoderError) {
    // Repeats while data moves, so that a fast program does not wait for the next round.
    var rounds = 0
    while rounds < 4, child.transfer(into: &bytes) {
      try assemble(give)
      rounds += 1
    }
    if child.isOver, !isAssembled {
      isAssembled = true
      var problem: SyntaxError?
      do throws(SyntaxError) { try assembler.finish(expected: timeline.taken) } catch { problem = error }
      try deliver(give)
      // The exit status is reported in preference to a parse error at the end of the output.
      try check(isEnd: false)
      if let problem { throw failed(.malformedOutput(problem.description)) }
    } else if child.idleSeconds > timeout {
      throw failed(.hung(seconds: Int(saturating: timeout.rounded())))
    }
  }

  private func assemble(_ give: (EncodedAccessUnit) -> Void) throws(EncoderError) {
    if bytes.isEmpty { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    do throws(SyntaxError) { try assembler.append(bytes) } catch {
      // A program that exits at once explains why on standard error, which the error includes.
      throw failed(.malformedOutput(error.description))
    }
    try deliver(give)
  }

  private func deliver(_ give: (EncodedAccessUnit) -> Void) throws(EncoderError) {
    while let unit = assembler.next() {
      guard let index = unit.displayIndex else { throw failed(.malformedOutput("a picture that is not output")) }
      guard let times = timeline.times(displayIndex: index, depth: unit.reorderDepth) else {
        throw failed(.malformedOutput("more pictures than its input of \(timeline.taken)"))
      }
      give(
        EncodedAccessUnit(
          data: unit.data, framing: framing, presentationTimeStamp: times.presentation, decodeTimeStamp: times.decode,
          duration: times.duration, isKeyFrame: unit.isKeyFrame, parameterSets: unit.parameterSets, pictureNumber: times.number))
    }
  }

  /// Delivers what is complete of the stream after an error.
  func salvage(_ give: (EncodedAccessUnit) -> Void) {
    if isAssembled { return }
    isAssembled = true
    child.transfer(into: &bytes)
    try? assembler.append(bytes)
    try? assembler.finish(expected: timeline.taken)
    try? deliver(give)
  }

  /// Checks the exit status.
  /// - Parameter isEnd: whether all output was parsed, so that the number of pictures is checked.
  func check(isEnd: Bool = true) throws(EncoderError) {
    switch child.ending {
    case .exited(0)?, nil: break
    case .exited(let code)?: throw failed(.exited(code))
    case .signalled(let number)?: throw failed(.signalled(number))
    }
    if isEnd, timeline.returned < timeline.taken || !isClosed { throw failed(.incomplete(taken: timeline.taken, given: timeline.returned)) }
  }

  func failed(_ reason: ProgramFailure.Reason) -> EncoderError {
    .failed(ProgramFailure(program: child.name, reason: reason, messages: child.messages))
  }
}
