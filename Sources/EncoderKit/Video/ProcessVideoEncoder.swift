import BitstreamKit
import NALKit

/// A video encoder that runs as a child process: pictures go to its standard input, its byte stream comes from its standard output.
///
/// A forced keyframe, new settings or a new picture size end the program after the pictures already queued, and restart it with the next
/// one.
///
/// Not thread-safe.
public final class ProcessVideoEncoder: VideoEncoder {
  /// The default limit of pictures queued for the program's standard input.
  public static let standardQueue = 4

  /// The program.
  public let program: EncoderProgram
  /// The program's executable.
  public let found: FoundProgram
  /// The framing of the output.
  public let framing: EncodedAccessUnit.Framing
  /// The limit of queued pictures.
  public let queueLimit: Int
  /// The most recent settings.
  public private(set) var settings: VideoEncoderSettings
  /// The number of input pictures.
  public private(set) var pictureCount: UInt64 = 0
  /// The number of access units output.
  public private(set) var unitCount: UInt64 = 0
  /// The number of times the program was started.
  public private(set) var startCount = 0

  private struct Waiting {
    var picture: VideoPicture
    /// The settings with which the program restarts before this picture; nil if it does not restart.
    var restart: VideoEncoderSettings?
  }

  private var run: EncoderRun?
  /// Pictures that wait until the previous run is over.
  private var waiting: [Waiting] = []
  private var ready = FIFO<EncodedAccessUnit>()
  private var isClosing = false
  private var failure: EncoderError?
  private var changed: VideoEncoderSettings?
  private var lastFormat: PictureFormat?
  private var lastTime: MediaTime?

  /// Finds the program; it is started with the first picture.
  /// - Throws: if the program is not found, or the settings are invalid.
  public init(
    _ program: EncoderProgram, _ settings: VideoEncoderSettings, framing: EncodedAccessUnit.Framing = .annexB,
    queueLimit: Int = standardQueue
  ) throws(EncoderError) {
    try settings.check()
    guard program.codecs.contains(settings.codec) else {
      throw .unsupported("\(program.name) does not support \(settings.codec.title)")
    }
    self.program = program
    self.settings = settings
    self.framing = framing
    self.queueLimit = max(1, queueLimit)
    found = try FoundProgram(program.name)
  }

  public var codec: VideoEncoderSettings.Codec { settings.codec }
  public var name: String { found.name }
  public var isReadyForMorePictures: Bool {
    failure != nil || isClosing || waiting.isEmpty && (run?.pendingCount ?? 0) < queueLimit
  }
  public var isFinished: Bool { failure != nil || isClosing && run == nil && waiting.isEmpty }

  /// Changes the settings from the next picture on, which becomes a keyframe with new parameter sets. The codec cannot change.
  /// - Throws: if the settings are invalid.
  public func update(_ settings: VideoEncoderSettings) throws(EncoderError) {
    try settings.check()
    guard settings.codec == codec else { throw .unsupported("the codec of an encoder cannot change") }
    changed = settings
  }

  public func enqueue(_ picture: VideoPicture, forceKeyFrame: Bool) throws(EncoderError) {
    if let failure { throw failure }
    if isClosing { throw .unsupported("a picture after the end of input") }
    if let last = lastTime, picture.presentationTimeStamp <= last {
      throw .unsupported("picture \(pictureCount + 1) at \(picture.presentationTimeStamp) is not later than the previous one (\(last))")
    }
    lastTime = picture.presentationTimeStamp
    var restart = changed
    changed = nil
    let isFirst = pictureCount == 0
    if restart == nil, !isFirst, forceKeyFrame || picture.format != lastFormat { restart = settings }
    if isFirst, let new = restart {
      settings = new
      restart = nil
    }
    lastFormat = picture.format
    pictureCount += 1
    waiting.append(Waiting(picture: picture, restart: restart))
    try guarded { () throws(EncoderError) in try feed() }
  }

  public func markAsFinished() throws(EncoderError) {
    if let failure { throw failure }
    isClosing = true
    try guarded { () throws(EncoderError) in try feed() }
  }

  public func register(in set: inout WaitSet) {
    guard let run, ready.isEmpty else { return set.limit(to: 0) }
    run.child.register(in: &set)
  }

  public func advance() throws(EncoderError) {
    if let failure { throw failure }
    try guarded { () throws(EncoderError) in
      guard let run else { return }
      try run.advance { ready.append($0) }
      if run.isOver {
        self.run = nil
        try run.check()
        try feed(after: run)
      }
      if !waiting.isEmpty { try feed() }
    }
  }

  public func nextAccessUnit() -> EncodedAccessUnit? {
    guard let unit = ready.takeFirst() else { return nil }
    unitCount += 1
    return unit
  }

  public func invalidate() {
    run?.child.end()
    run = nil
    waiting.removeAll()
    isClosing = true
  }

  // MARK: - Runs

  private var ended: EncoderRun?

  /// Passes waiting pictures to the current run, up to the next one that needs a restart.
  private func feed(after previous: EncoderRun? = nil) throws(EncoderError) {
    if let previous { ended = previous }
    var index = 0
    while index < waiting.count {
      if let restart = waiting[index].restart, let run {
        _ = restart
        run.close()
        break
      }
      let next = waiting[index]
      if run == nil {
        settings = next.restart ?? settings
        run = try EncoderRun(program, found, settings, framing, next.picture.format, after: ended)
        ended = nil
        startCount += 1
      }
      waiting[index].restart = nil
      run?.take(next.picture)
      index += 1
    }
    waiting.removeFirst(index)
    if isClosing, waiting.isEmpty { run?.close() }
  }

  /// Runs `body`; an error is kept, ends the program and prevents further input.
  private func guarded(_ body: () throws(EncoderError) -> Void) throws(EncoderError) {
    do throws(EncoderError) { try body() } catch {
      failure = error
      run?.salvage { ready.append($0) }
      run?.child.end()
      run = nil
      waiting.removeAll()
      throw error
    }
  }
}
