/// The rules of a family that override a hook: all rules until it has been called once, then those that do not ignore it.
///
/// `forEach` runs for each unit, sample, picture and tag. The rules stay in `rules`, so that a call need not retain them.
@safe
struct HookedRules<Family: Rule> {
  private let hook: Rule.Hook
  /// Keeps the rules alive.
  private let rules: [Family]
  private var called: [Unmanaged<Family>]
  private var count: Int
  private var isSettled = false

  init(_ hook: Rule.Hook, _ rules: [Family]) {
    (self.hook, self.rules, count) = (hook, rules, rules.count)
    unsafe called = rules.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Calls the hook of each rule.
  @inline(__always) mutating func forEach(_ call: (Family) -> Void) {
    for index in 0..<count { unsafe called[index]._withUnsafeGuaranteedRef { call($0) } }
    if !isSettled { settle() }
  }

  private mutating func settle() {
    isSettled = true
    let overriding = rules.filter { !$0.ignores(hook) }
    unsafe called = overriding.map { unsafe Unmanaged.passUnretained($0) }
    count = overriding.count
  }
}
