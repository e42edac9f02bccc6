import AACKit
import BitstreamKit

/// An audio encoder that runs as a child process: samples go to its standard input as a WAVE stream, ADTS comes from its standard output.
///
/// Not thread-safe.
public final class ProcessAudioEncoder {
  /// The program.
  public let program: AudioEncoderProgram
  /// The program's executable.
  public let found: FoundProgram
  /// The requested settings.
  public let settings: AudioEncoderSettings
  /// The number of input frames taken so far.
  public private(set) var frameCount: UInt64 = 0
  /// The number of units output so far.
  public private(set) var unitCount: UInt64 = 0
  /// The number of bytes output so far.
  public private(set) var byteCount: UInt64 = 0

  private var child: ChildProcess?
  private var format: PCMFormat?
  private var parser = ADTSParser()
  /// The stream from offset `base` on.
  private var buffer: [UInt8] = []
  private var base: UInt64 = 0
  private var cursor = 0
  private var configuration: AudioSpecificConfig?
  private var frameTime: Int64 = 0
  private var ready = FIFO<EncodedAudioUnit>()
  private var isClosing = false
  private var isOver = false
  private var failure: EncoderError?

  /// Finds the program; it is started with the first samples.
  /// - Throws: if the program is not found.
  public init(_ program: AudioEncoderProgram, _ settings: AudioEncoderSettings = AudioEncoderSettings()) throws(EncoderError) {
    self.program = program
    self.settings = settings
    found = try FoundProgram(program.name)
  }

  /// Whether more samples can be enqueued without exceeding the queue limit.
  public var isReadyForMoreSamples: Bool { failure != nil || isClosing || (child?.pendingCount ?? 0) < 4 }
  /// Whether all output is complete, or no more follows because of an error.
  public var isFinished: Bool { failure != nil || isOver }
  /// The end time of the samples taken so far.
  public var endOfInput: MediaTime {
    guard let format, let count = Int64(exactly: frameCount), let time = MediaTime(value: count, timescale: format.sampleRate) else {
      return settings.start
    }
    return time.adding(settings.start) ?? time
  }

  /// Enqueues samples, in whole frames. Does not block.
  public func enqueue(_ samples: [UInt8], _ format: PCMFormat) throws(EncoderError) {
    if let failure { throw failure }
    if isClosing { throw .unsupported("samples after the end of input") }
    if let known = self.format, known != format { throw .unsupported("the audio format changes") }
    if samples.count % format.bytesPerFrame != 0 { throw .unsupported("\(samples.count) bytes are not a whole number of audio frames") }
    try guarded { () throws(EncoderError) in
      if child == nil {
        self.format = format
        child = try ChildProcess(name: found.name, path: found.path, arguments: try program.arguments(settings, format))
        child?.enqueue(format.streamHeader())
      }
      frameCount += UInt64(samples.count / format.bytesPerFrame)
      child?.enqueue(samples)
    }
  }

  /// Marks the end of input.
  public func markAsFinished() throws(EncoderError) {
    if let failure { throw failure }
    isClosing = true
    if child == nil { isOver = true }
    child?.closeInput()
  }

  /// Registers the descriptors to wait on.
  public func register(in set: inout WaitSet) {
    if ready.isEmpty { child?.register(in: &set) } else { set.limit(to: 0) }
  }

  /// Transfers as much input and output as possible without blocking.
  public func advance() throws(EncoderError) {
    if let failure { throw failure }
    guard let child, !isOver else { return }
    try guarded { () throws(EncoderError) in
      var rounds = 0
      while rounds < 4, child.transfer(into: &buffer) {
        try parse()
        rounds += 1
      }
      if child.idleSeconds > settings.timeout { throw failed(.hung(seconds: Int(saturating: settings.timeout.rounded()))) }
      if child.isOver { try finish(child) }
    }
  }

  /// Returns the next completed unit, even after an error; nil if there is none.
  public func nextUnit() -> EncodedAudioUnit? { ready.takeFirst() }

  /// Waits until the encoder can make progress, then advances it.
  public func waitAndAdvance() throws(EncoderError) {
    var set = WaitSet()
    register(in: &set)
    set.wait()
    try advance()
  }

  /// Enqueues samples, and blocks until there is room for more.
  public func encode(_ samples: [UInt8], _ format: PCMFormat) throws(EncoderError) {
    try enqueue(samples, format)
    try advance()
    while !isReadyForMoreSamples { try waitAndAdvance() }
  }

  /// Marks the end of input, and blocks until all output is complete.
  public func completeFrames() throws(EncoderError) {
    try markAsFinished()
    while !isFinished { try waitAndAdvance() }
  }

  /// Terminates the child process.
  public func invalidate() {
    child?.end()
    isOver = true
  }

  // MARK: - Output

  private func finish(_ child: ChildProcess) throws(EncoderError) {
    while let event = parser.finish() { try take(event) }
    isOver = true
    switch child.ending {
    case .exited(0)?, nil: break
    case .exited(let code)?: throw failed(.exited(code))
    case .signalled(let number)?: throw failed(.signalled(number))
    }
    if !isClosing { throw failed(.exited(0)) }
    if unitCount == 0, frameCount > 0 { throw failed(.malformedOutput("no AAC frame")) }
  }

  private func parse() throws(EncoderError) {
    while let event = parser.next(in: buffer, from: &cursor, to: buffer.count) { try take(event) }
    // The parser may report frames late: keeps the bytes of frames not reported yet.
    if buffer.count > 1 << 18, reportedEnd > base {
      let count = min(cursor, Int(clamping: reportedEnd - base))
      buffer.removeSubrange(..<count)
      cursor -= count
      base += UInt64(count)
    }
    if UInt64(buffer.count) > reportedEnd - min(reportedEnd, base) + (1 << 20) { throw failed(.malformedOutput("no AAC frame in 1 MiB")) }
  }

  /// The stream offset after the last reported frame.
  private var reportedEnd: UInt64 = 0

  private func take(_ event: ADTSParser.Event) throws(EncoderError) {
    switch event {
    case .frame(let frame): try take(frame)
    case .id3(let place, let size): reportedEnd = place &+ size
    case .garbage(let place, let count, _): throw failed(.malformedOutput("\(count) bytes at \(place): no ADTS frame"))
    case .truncated(_, _, let error): throw failed(.malformedOutput(error.description))
    }
  }

  private func take(_ frame: ADTSFrame) throws(EncoderError) {
    reportedEnd = frame.end
    guard let start = Int(exactly: frame.payloadPosition &- base), let end = Int(exactly: frame.end &- base), start <= end,
      end <= buffer.count
    else { throw failed(.malformedOutput("an ADTS frame outside the buffer")) }
    let data = Array(buffer[start..<end])
    var announced: AudioConfiguration?
    do throws(SyntaxError) {
      var element: ProgramConfigElement?
      if frame.header.channelConfiguration == 0, configuration == nil { element = try ProgramConfigElement(leading: data) }
      if configuration == nil {
        let config = try AudioSpecificConfig(frame.header, programConfigElement: element)
        configuration = config
        announced = AudioConfiguration(config: config, priming: program.priming, frameCount: nil)
        frameTime = -Int64(program.priming ?? 0)
      }
    } catch { throw failed(.malformedOutput(error.description)) }
    let rate = configuration?.coreSampleRate ?? format?.sampleRate ?? 48000
    let length = Int64(frame.header.samplesPerFrame)
    guard let time = MediaTime(value: frameTime, timescale: rate), let duration = MediaTime(value: length, timescale: rate) else { return }
    frameTime += length
    unitCount += 1
    byteCount += UInt64(data.count)
    ready.append(
      EncodedAudioUnit(
        data: data, presentationTimeStamp: time.adding(settings.start) ?? time, duration: duration, configuration: announced))
  }

  private func failed(_ reason: ProgramFailure.Reason) -> EncoderError {
    .failed(ProgramFailure(program: found.name, reason: reason, messages: child?.messages ?? ""))
  }

  private func guarded(_ body: () throws(EncoderError) -> Void) throws(EncoderError) {
    do throws(EncoderError) { try body() } catch {
      failure = error
      child?.end()
      throw error
    }
  }
}
