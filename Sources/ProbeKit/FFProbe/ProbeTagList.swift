/// Tags in the order in which their keys came first; a key that comes again replaces the value. O(1) a tag.
struct ProbeTagList {
  private(set) var all: [ProbeTag] = []
  private var places: [String: Int] = [:]

  /// Adds a tag, or replaces the value of its key.
  mutating func set(_ key: String, _ value: String) {
    if let place = places[key] {
      all[place].value = value
    } else {
      places[key] = all.count
      all.append((key, value))
    }
  }
}
