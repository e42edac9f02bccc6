import RemuxKit
import BitstreamKit
import NALKit

/// A parameter set or a decoder configuration record given without a file.
public struct GivenParameterSet: Sendable {
  /// What findings call it, such as the option that holds it.
  public var name: String
  /// The bytes of a NAL unit, or of a record.
  public var bytes: [UInt8]
  /// Whether the bytes are a decoder configuration record.
  public var isRecord: Bool

  /// Creates a set from its bytes.
  public init(name: String, bytes: [UInt8], isRecord: Bool) {
    self.name = name
    self.bytes = bytes
    self.isRecord = isRecord
  }
}

extension Probe {
  /// Shows each distinct parameter set of a byte stream or of a container's track.
  public func listParameterSets(_ selection: StreamSelection, form: ParameterSetForm) throws(ProbeRequestError) -> ProbeOutcome {
    try runStream(ParamsListing(sink, form), self, selection)
  }

  /// Shows parameter sets that are given without a file, in an order in which each finds the sets that it refers to.
  /// - Parameter name: what findings call the source of the sets.
  public static func showParameterSets(
    _ sets: [GivenParameterSet], codec: VideoCodec, name: String, form: ParameterSetForm, _ sink: ProbeSink
  ) -> ProbeOutcome {
    var output = OutputBuffer(sink)
    var findings = Findings(name, sink)
    var catalog = ParamsCatalog(codec)
    for part in sets {
      let errors = part.isRecord ? catalog.takeRecord(part.bytes) : catalog.take(part.bytes, at: nil)
      for error in errors { findings.add("\(part.name): \(error)", &output) }
    }
    // A record whose version cannot be read has nothing to show except an empty document.
    let isReadable = catalog.isReadable
    if isReadable || form != .table { ParamsOutput(codec: codec, form: form).write(catalog.sets, &output) }
    return output.finish().or(isReadable ? .complete : .malformed).or(findings.finish())
  }
}

/// Collects the parameter sets of a stream. They are printed at the end, when the number of occurrences is known.
private struct ParamsListing: ~Copyable, UnitConsumer {
  private let form: ParameterSetForm
  private var catalog: ParamsCatalog?
  private var unitCount: UInt64 = 0
  /// Whether the units are those of a container's track, which may have none.
  private var isTrack = false
  private var output: OutputBuffer

  init(_ sink: ProbeSink, _ form: ParameterSetForm) {
    output = OutputBuffer(sink)
    self.form = form
  }

  var failure: ByteError? { output.failure }
  var isDone: Bool { false }
  var wantsUnusedConfigurations: Bool { true }

  mutating func begin(_ codec: VideoCodec) { catalog = ParamsCatalog(codec) }

  mutating func endTrack() { isTrack = true }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    unitCount += 1
    guard !unit.isEncrypted, let first = unit.position.headByte(0), let codec = catalog?.codec,
      let name = ParamsCatalog.typeName(first, codec)
    else { return }
    let place = unit.position
    let errors = catalog?.take(
      Array(bytes[unit.range]), at: place.startCodeOffset, startCode: place.startCodeLength, length: place.length)
    for error in errors ?? [] { findings.add("\(name) at \(place.startCodeOffset): \(error)", &output) }
  }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &output) }

  mutating func finish(_ findings: inout Findings) -> ProbeOutcome {
    guard let catalog, unitCount > 0 || isTrack else { return .complete }
    if catalog.omitted > 0 { findings.add("\(catalog.omitted) more units: too many distinct parameter sets", &output) }
    // JSON is written even if empty; an empty table is not.
    if catalog.isReadable || form != .table {
      ParamsOutput(codec: catalog.codec, form: form).write(catalog.sets, &output)
    }
    let written = output.finish()
    if catalog.isReadable || unitCount == 0 { return written }
    findings.add("no readable parameter set in \(counted(unitCount, "NAL unit"))", &output)
    return written.or(.malformed)
  }
}
