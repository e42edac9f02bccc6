/// The findings of an earlier check.
public enum Fingerprints {
  /// Returns the fingerprints in a document written by a check: the values of the keys `fingerprint` and `mediaprobe/v2`.
  public static func all(in document: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    for key in ["\"fingerprint\":\"", "\"mediaprobe/v2\":\""] {
      let key = Array(key.utf8)
      var place = 0
      while place + key.count + 16 <= document.count {
        guard document[place] == key[0], document[place..<place + key.count].elementsEqual(key) else {
          place += 1
          continue
        }
        place += key.count
        let value = document[place..<place + 16]
        if value.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) {
          found.insert(String(decoding: value, as: UTF8.self))
        }
      }
    }
    return found
  }
}

extension Fingerprints {
  /// Whether a document can be that of a check: it has a list of findings or, in SARIF, of runs; or it has lines of findings, or none.
  public static func isCheck(_ document: [UInt8]) -> Bool {
    if document.isEmpty { return true }
    for key in ["\"findings\":", "\"runs\":", "\"fingerprint\":"] {
      let key = Array(key.utf8)
      var place = 0
      while place + key.count <= document.count {
        if document[place] == key[0], document[place..<place + key.count].elementsEqual(key) { return true }
        place += 1
      }
    }
    return false
  }
}

extension CheckResult {
  /// Returns the result without known findings. Findings that are only counted are left out if all findings of their rule that are shown
  /// are known.
  public func removing(_ known: Set<String>) -> CheckResult {
    let left = findings.filter { !known.contains($0.fingerprint) }
    let rules = Set(left.map { $0.page.id.description })
    return CheckResult(
      findings: left, hidden: hidden.filter { rules.contains($0.page.id.description) }, container: container, refusal: refusal,
      outcome: outcome)
  }
}
