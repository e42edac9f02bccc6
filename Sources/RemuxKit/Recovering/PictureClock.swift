/// What the sound tells of how long pictures last: recorders leave pictures out in the dark, and no table says so any more.
///
/// Recorders write sound and pictures about when they are due. Where pictures of one length get farther and farther ahead of the sound
/// beside them, or behind it, they lasted shorter or longer than that.
struct PictureClock {
  /// How far pictures are ahead of the sound at some picture, in seconds.
  private struct Knot {
    var picture: Double
    var lead: Double
  }

  private var knots: [Knot] = []

  /// What is nearer than this is how the recorder wrote, in seconds.
  private static var leastLead: Double { 0.15 }
  /// Turns of at least so many seconds of sound make a knot.
  private static var leastLength: Double { 2 }
  private static var leastTurns: Int { 6 }

  /// - Parameters:
  ///   - turns: their leads less those at the beginning, and less what was found missing.
  ///   - step: how long a picture is taken to last, in seconds.
  /// - Returns: nil where pictures last as long as they are taken to.
  init?(_ turns: [RecoveredTimeline.Turn], step: Double) {
    var first = 0
    var isFar = false
    for index in turns.indices {
      let isLong = index - first + 1 >= Self.leastTurns && turns[index].time - turns[first].time >= Self.leastLength
      if !isLong { continue }
      let leads = turns[first...index].map { $0.lead }.sorted()
      let middle = turns[first + (index - first) / 2]
      var knot = Knot(picture: Double(middle.picture), lead: leads[leads.count / 2])
      if let last = knots.last {
        // Time never stands still.
        knot.lead = min(knot.lead, last.lead + 0.9 * step * (knot.picture - last.picture))
        if knot.picture <= last.picture { continue }
      }
      if knot.lead.magnitude > Self.leastLead + (leads[leads.count - 1] - leads[0]) { isFar = true }
      knots.append(knot)
      first = index + 1
    }
    if !isFar || knots.count < 2 { return nil }
    knots.insert(Knot(picture: 0, lead: 0), at: 0)
  }

  /// How far a picture is ahead of the sound, in seconds.
  func lead(at picture: Int) -> Double {
    let place = Double(picture)
    var (low, high) = (0, knots.count - 1)
    if place >= knots[high].picture { return knots[high].lead }
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].picture <= place { low = middle } else { high = middle }
    }
    let (from, to) = (knots[low], knots[high])
    if to.picture <= from.picture { return to.lead }
    return from.lead + (to.lead - from.lead) * (place - from.picture) / (to.picture - from.picture)
  }

  /// The greatest lead or delay, in seconds.
  var most: Double { knots.map { $0.lead.magnitude }.max() ?? 0 }
}
