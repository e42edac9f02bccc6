import BitstreamKit
import NALKit
import RemuxKit

/// Where a probe writes its answer, and its messages.
@safe public struct ProbeSink {
  /// Writes all of a part of the answer.
  let write: (UnsafeBufferPointer<UInt8>) throws(ByteError) -> Void
  /// Shows one message: a finding, or why the input cannot be read. The text is not escaped, see `terminalText`.
  public let report: (String) -> Void
  /// Whether a failed write means that the reader has closed its end of a pipe, which is not a failure.
  let isReaderGone: (ByteError) -> Bool
  /// What a user can do in a situation, in the words of the program, such as the name of an option; nil if nothing is to be added.
  public let advice: (ProbeAdvice) -> String?
  /// Whether the answer goes to a terminal, which must not get control characters of a file.
  public var isTerminal = true
  /// The number of findings of an input that are reported; the others are counted.
  public var findingLimit = 20

  /// Creates a sink.
  @safe public init(
    write: @escaping (UnsafeBufferPointer<UInt8>) throws(ByteError) -> Void, report: @escaping (String) -> Void,
    isReaderGone: @escaping (ByteError) -> Bool = { _ in false }, advice: @escaping (ProbeAdvice) -> String? = { _ in nil }
  ) {
    unsafe self.write = unsafe write
    self.report = report
    self.isReaderGone = isReaderGone
    self.advice = advice
  }

  /// Creates a sink that writes elsewhere, with the messages of another.
  package init(
    _ other: ProbeSink, write: @escaping (UnsafeBufferPointer<UInt8>) throws(ByteError) -> Void
  ) {
    self.init(write: write, report: other.report, isReaderGone: other.isReaderGone, advice: other.advice)
    (findingLimit, isTerminal) = (other.findingLimit, other.isTerminal)
  }

  /// Creates a sink that appends parts of the answer to an output.
  public init(_ output: MediaOutput, report: @escaping (String) -> Void) {
    self.init(
      write: { (bytes) throws(ByteError) in
        let copy = unsafe Array(bytes)
        try output.append(copy, 0..<copy.count)
      }, report: report)
  }
}

/// A situation in which a program can tell its user what to do.
public enum ProbeAdvice: Sendable, Equatable {
  /// The codec of a byte stream was guessed from its content, and can be set.
  case guessedCodec
  /// The content is unknown, and is read as a byte stream if the codec is set.
  case unknownContent
  /// The file is of another format than the probe reads.
  case otherFormat(MediaContainer)
  /// Differences were counted and not written, see `DiffOptions.showsAll` of CheckKit.
  case hiddenDifferences
  /// The headers were checked, and not the samples.
  case uncheckedSamples
}

extension ProbeSink {
  /// A text with the advice for a situation after it, if there is any.
  package func advised(_ text: String, _ situation: ProbeAdvice) -> String {
    advice(situation).map { "\(text); \($0)" } ?? text
  }
}

/// How a probe ended, from best to worst.
public enum ProbeOutcome: Int, Sendable {
  /// The input was read to its end and nothing is wrong with it.
  case complete
  /// The input was read to its end; there are findings.
  case findings
  /// The input is of another format, or too damaged to continue. The part that could be read was written.
  case malformed
  /// The input does not allow what the probe needs, such as random access.
  case unusable
  /// Reading or writing failed.
  case failed

  /// The worse of two.
  public func or(_ other: ProbeOutcome) -> ProbeOutcome { rawValue >= other.rawValue ? self : other }
}

/// A request that does not fit the input, such as a track that does not exist.
public struct ProbeRequestError: Error, Equatable {
  /// One sentence for the person who made the request.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

extension ProbeSink {
  /// Reports why media cannot be read.
  package func reportUnreadable(_ error: MediaError, _ name: String) -> ProbeOutcome {
    report("\(error.naming(name))")
    return error.failure == nil ? .malformed : .failed
  }

  /// Reports a picture rate that was given for a file that states times.
  package func reportUnused(_ rate: ExactRatio?, hasTimes: Bool, _ name: String) {
    if rate != nil, hasTimes { report("\(name): the picture rate has no effect: the file has times") }
  }

  /// Reports that the codec of a byte stream was guessed.
  package func reportGuess(_ codec: VideoCodec, _ name: String) {
    report(advised("\(name): assuming \(codec.title)", .guessedCodec))
  }
}
