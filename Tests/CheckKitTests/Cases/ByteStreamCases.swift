import TestSupport

private let stream: @Sendable () throws -> [UInt8] = { try Places.fixture("bframes.h264") }

private func bytes(_ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> RuleCase {
  RuleCase(rule: "annexb." + rule, name: name, also: also, codec: .h264, good: stream) { change($0) }
}

extension RuleCase {
  static let byteStream: [RuleCase] = [
    bytes("leading-bytes", "four bytes") { [1, 2, 3, 4] + $0 },
    bytes("excess-zeros", "8 KB at the end") { $0 + [UInt8](repeating: 0, count: 8192) },
    bytes("ends-in-start-code", "a start code at the end", also: ["h264.empty-unit", "h264.truncated"]) { $0 + [0, 0, 0, 1] },
    bytes("no-unit", "text", also: ["h264.no-picture"]) { _ in Array("no start code".utf8) },
  ]
}
