import BitstreamKit
import EncoderKit
import FileIO
import MP4Kit
import RTMPKit
import StreamingKit

/// One run of `encode`: source, encoders and outputs.
final class EncodeJob {
  /// An output being written.
  private final class Target {
    let request: EncodeRequest.Output
    let sink: any EncodeSink
    let file: OutputFile?
    var failure: EncoderError?
    /// Whether the failure has been reported.
    var isReported = false
    var unitCount: UInt64 = 0

    init(_ request: EncodeRequest.Output, _ sink: any EncodeSink, _ file: OutputFile?) {
      self.request = request
      self.sink = sink
      self.file = file
    }

    /// Runs `body` on the sink unless the output has failed.
    func attempt(_ body: (any EncodeSink) throws(EncoderError) -> Void) {
      if failure != nil { return }
      do throws(EncoderError) { try body(sink) } catch { failure = error }
    }
  }

  private let request: EncodeRequest
  private var targets: [Target] = []
  /// Whether the input cannot be read again, so that output is kept even after an error.
  private var isRecording = false
  private var isLive = false
  private var progress = EncodeProgress()

  init(_ request: EncodeRequest) { self.request = request }

  func run() -> ExitCode {
    do throws(EncoderError) {
      let encoders = try makeEncoders()
      let source = try makeSource()
      let session = EncodingSession(paced(source), filters: filters)
      let format: PictureFormat
      do throws(EncoderError) { format = try session.waitForFormat() } catch { return complain(error, isInput: true) }
      if let code = makeTargets(format, isLive: source.isLive) { return code }
      for (index, encoder) in encoders.enumerated() {
        let wanted = request.encoders[index]
        if let loss = wanted.program.lossOfFields(wanted.settings, format) { report("\(toolName): \(loss)") }
        session.add(encoder, overflow: request.drops ? .drop : .wait) { (unit) throws(EncoderError) in try self.give(unit, of: index) }
      }
      try setSound(session)
      // Polls servers every 20 ms, more often than an interrupt needs.
      if request.hasServer { session.longestPause = 20 }
      session.shouldStop = {
        for target in self.targets {
          target.attempt { (sink) throws(EncoderError) in try sink.goOn() }
          self.reportFailure(of: target)
        }
        if StopRequest.hasCome { self.sayStop() }
        return StopRequest.hasCome
      }
      if progress.isShown { session.didProgress = { self.progress.show($0) } }
      return finish(session)
    } catch {
      return complain(error, isInput: error.isOfOpening)
    }
  }

  private var hasSaidStop = false

  /// An encoder holds many pictures, and a slow one takes long for them.
  private func sayStop() {
    if hasSaidStop || isRecording { return }
    hasSaidStop = true
    progress.end()
    report("\(toolName): encoding the pictures that were read; interrupt again to stop at once")
  }

  private var filters: FilterChain {
    var filters: [any PictureFilter] = []
    if let shape = request.crop { filters.append(CropFilter(shape)) }
    filters += request.colours as [any PictureFilter]
    return FilterChain(filters)
  }

  /// Reports an error. Further lines, which come from other programs, are indented to distinguish them from messages of this program.
  private func report(_ problem: EncoderError, of name: String = "") {
    for (index, line) in problem.description.unicodeScalars.split(separator: "\n").enumerated() {
      mediaprobe.report((index == 0 ? "\(toolName): \(name)" : "  ") + String(line))
    }
  }

  private func report(_ line: String) { mediaprobe.report(line) }

  /// Reports the failure of an output once, when it happens: the others go on.
  private func reportFailure(of target: Target) {
    guard let problem = target.failure, !target.isReported, !(target.request.path == "-" && problem.isBrokenPipe) else { return }
    target.isReported = true
    progress.end()
    // The message of a stream has its address, without the stream key.
    report(problem, of: target.sink is RTMPSink || problem.names(target.request.path) ? "" : "\(target.request.path): ")
  }

  private func complain(_ error: EncoderError, isInput: Bool = false) -> ExitCode {
    report(error)
    return ExitCode(error, isInput: isInput)
  }

  // MARK: - Setup

  private func makeEncoders() throws(EncoderError) -> [ProcessVideoEncoder] {
    var encoders: [ProcessVideoEncoder] = []
    for encoder in request.encoders { encoders.append(try ProcessVideoEncoder(encoder.program, encoder.settings)) }
    return encoders
  }

  private func makeSource() throws(EncoderError) -> any PictureSource {
    if request.isCapture { return try Y4MPictures(capture: CommandTemplate(request.input)) }
    if let format = request.rawFormat { return try RawPictures(path: request.input, format) }
    return try Y4MPictures(path: request.input)
  }

  /// Paces a file to real time if it is sent to a server. A live source is paced only if `--rate` is given.
  private func paced(_ source: any PictureSource) -> any PictureSource {
    let hasServer = request.hasServer
    isRecording = hasServer || source.isLive
    isLive = request.drops || request.isCapture
    guard hasServer, let rate = request.rate, request.isPaceSaid || !source.isLive else { return source }
    isLive = true
    return PacedPictures(source, rate: rate)
  }

  private func setSound(_ session: EncodingSession) throws(EncoderError) {
    guard let audio = request.audio else { return }
    let encoder = try ProcessAudioEncoder(request.audioEncoder, request.audioSettings)
    session.setSound(try WAVSound(path: audio), encoder) { (unit) throws(EncoderError) in
      for target in self.targets { target.attempt { (sink) throws(EncoderError) in try sink.take(unit) } }
    } ended: {
      for target in self.targets { target.attempt { (sink) throws(EncoderError) in try sink.endSound() } }
    }
  }

  /// Creates the files, then connects to the servers.
  /// - Returns: an exit code on failure, otherwise nil.
  private func makeTargets(_ format: PictureFormat, isLive isSourceLive: Bool) -> ExitCode? {
    let scale = UInt32(exactly: format.frameRate.reduced.numerator)
    for output in request.outputs where output.container != .rtmp {
      var file: OutputFile?
      if output.path != "-" {
        do throws(ByteError) { file = try grows(output) ? OutputFile(growing: output.path) : OutputFile(output.path) } catch {
          report("\(toolName): \(error)")
          return .cannotCreate
        }
      }
      let media = file.map { MediaOutput($0) } ?? MediaOutput(OutputDescriptor.standardOutput)
      do throws(EncoderError) { targets.append(Target(output, try sink(for: output, media, scale), file)) } catch {
        return complain(.unsupported("\(output.path): \(error)"))
      }
    }
    // After the files are created, since they install their own handlers.
    StopRequest.listen()
    // Input that cannot be read again is recorded even if the server is not available.
    let awaits = isSourceLive && !targets.isEmpty
    for output in request.outputs where output.container == .rtmp {
      if let code = connect(output, reconnects: isLive || isSourceLive, awaitsServer: awaits) {
        for target in targets { target.file?.discard() }
        return code
      }
    }
    return nil
  }

  /// Whether a file has its final name from the start and is always playable. Not possible if `moov` comes first.
  private func grows(_ output: EncodeRequest.Output) -> Bool {
    isRecording && !(output.container == .mp4 && request.isFaststart)
  }

  /// Opens a stream to a server.
  /// - Returns: an exit code on failure; nil if the server accepts the stream or the connection is made later.
  private func connect(_ output: EncodeRequest.Output, reconnects: Bool, awaitsServer: Bool) -> ExitCode? {
    guard let address = try? RTMPAddress(output.path) else { return .usage }
    do throws(RTMPError) {
      let sink = try RTMPSink(
        address, request.encoders[output.encoder].settings.codec, hasSound: request.audio != nil, isLegacy: request.isLegacyHEVC,
        isLive: isLive, reconnects: reconnects, awaitsServer: awaitsServer, isStopped: { StopRequest.hasCome }
      ) { mediaprobe.report("\(toolName): \(address): \($0)") }
      targets.append(Target(output, sink, nil))
      return nil
    } catch { return StopRequest.hasCome ? .interrupted : reportStream(error, address, wasOpen: false) }
  }

  private func sink(
    for output: EncodeRequest.Output, _ media: MediaOutput, _ timescale: UInt32?
  ) throws(EncoderError) -> any EncodeSink {
    let codec = request.encoders[output.encoder].settings.codec
    let hasSound = request.audio != nil
    switch output.container {
    // RTMP outputs are opened by `connect`.
    case .stream, .rtmp: return StreamSink(media, isLive: grows(output))
    case .flv: return FLVSink(FLVFileOutput(media, isLive: grows(output)), codec, hasSound: hasSound, isLegacy: request.isLegacyHEVC)
    case .mp4:
      var layout = grows(output) ? MovieLayout.recording : .plain
      if let interval = request.fragment { layout = .fragmented(MovieFragmentOptions(interval: interval)) }
      if request.isFaststart { layout = .faststart() }
      // An output that is not seekable gets a fragmented MP4.
      if !media.canReplace, request.fragment == nil { layout = .fragmented() }
      return try MovieSink(media, layout, codec, hasSound: hasSound, timescale: timescale.map { $0 < 1000 ? $0 * 1000 : $0 })
    }
  }

  /// Writes an access unit to the outputs of its encoder.
  /// - Throws: the last error if all outputs of the encoder have failed.
  private func give(_ unit: EncodedAccessUnit, of encoder: Int) throws(EncoderError) {
    var last: EncoderError?
    var isTaken = false
    for target in targets where target.request.encoder == encoder {
      target.attempt { (sink) throws(EncoderError) in try sink.take(unit) }
      if let failure = target.failure {
        last = failure
      } else {
        target.unitCount += 1
        isTaken = true
      }
    }
    if !isTaken, let last { throw last }
  }

  // MARK: - Completion

  private func finish(_ session: EncodingSession) -> ExitCode {
    var code = ExitCode.success
    var failure: EncoderError?
    do throws(EncoderError) { try session.run() } catch { failure = error }
    progress.end()
    var unchanged: [EncodeRequest.Output] = []
    let isCut = failure != nil || session.soundFailure != nil || StopRequest.hasCome
    let lacksPictures = StopRequest.hasCome || failure != nil && failure != session.soundFailure
    // Encoded media is kept even after an error, but not in place of a file that was there: input in a file can be encoded again.
    for target in targets {
      let isIncomplete = isCut || target.failure != nil || session.failure(of: target.request.encoder) != nil
      if isIncomplete, !isRecording, let file = target.file, file.hasExisted, file.canReplace {
        file.discard()
        unchanged.append(target.request)
      } else if target.unitCount > 0 || target.failure == nil && failure == nil {
        target.attempt { (sink) throws(EncoderError) in
          try sink.finish()
          do throws(ByteError) { try target.file?.commit() } catch { throw .bytes(error) }
        }
        // The number of pictures is said with the failure of an encoder.
        if lacksPictures, !isRecording, target.failure == nil, target.file != nil, session.failure(of: target.request.encoder) == nil {
          report("\(toolName): \(target.request.path): incomplete, with \(counted(Int(target.unitCount), "picture"))")
        }
      } else {
        target.file?.discard()
      }
      reportFailure(of: target)
      if target.isReported, let problem = target.failure {
        code = code.or((target.sink as? RTMPSink).map { $0.hasConnected ? .ioError : .unavailable } ?? ExitCode(problem))
      }
    }
    var said = targets.compactMap(\.failure)
    for (index, encoder) in request.encoders.enumerated() {
      guard let problem = session.failure(of: index), !said.contains(problem) else { continue }
      said.append(problem)
      let whole = session.statistics.encoders[index]
      report(problem)
      if unchanged.count(where: { $0.encoder == index }) < request.outputs.count(where: { $0.encoder == index }) {
        report("\(toolName): \(whole.unitCount) of \(whole.pictureCount) pictures of \(encoder.settings.codec.title) were kept")
      }
      code = code.or(ExitCode(problem))
    }
    for problem in [session.soundFailure, failure].compactMap({ $0 }) where !said.contains(problem) {
      said.append(problem)
      code = code.or(complain(problem))
    }
    for encoder in session.statistics.encoders where encoder.droppedCount > 0 {
      report(
        "\(toolName): \(encoder.name): \(encoder.droppedCount) of \(encoder.pictureCount + encoder.droppedCount) pictures were dropped")
      code = code.or(.findings)
    }
    for output in unchanged { report("\(toolName): \(output.path): unchanged, for the encoded media is incomplete") }
    return StopRequest.hasCome ? .interrupted : code
  }
}

extension EncoderError {
  /// Whether opening the input failed.
  fileprivate var isOfOpening: Bool {
    if case .bytes = self { return true }
    return false
  }

  /// Whether a pipe was closed by its reader.
  fileprivate var isBrokenPipe: Bool {
    if case .bytes(let error) = self { return error.isBrokenPipe }
    return false
  }

  /// Whether the message begins with the name of the file.
  fileprivate func names(_ path: String) -> Bool { description.hasPrefix(path) }
}
