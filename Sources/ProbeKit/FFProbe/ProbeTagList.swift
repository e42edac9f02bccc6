/// Tags in order of first insertion. Setting an existing key replaces its value. O(1) per tag.
struct ProbeTagList {
  private(set) var all: [ProbeTag] = []
  private var places: [String: Int] = [:]

  /// Sets the value of a key.
  mutating func set(_ key: String, _ value: String) {
    if let place = places[key] {
      all[place].value = value
    } else {
      places[key] = all.count
      all.append((key, value))
    }
  }
}
