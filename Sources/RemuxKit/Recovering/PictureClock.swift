import BitstreamKit
/// Derives picture durations from the audio: recorders drop pictures in low light, and the sample table that recorded this is lost.
///
/// Recorders write audio and pictures at about the time they are due. If pictures of constant duration run steadily ahead of the adjacent
/// audio, or behind it, their actual duration is different.
struct PictureClock {
  /// The lead of the pictures over the audio at one picture, in seconds.
  private struct Knot {
    var picture: Double
    var lead: Double
  }

  private var knots: [Knot] = []

  /// Smaller leads are jitter of the recorder, in seconds.
  private static var leastLead: Double { 0.15 }
  /// A knot needs points that span at least this much audio, in seconds.
  private static var leastLength: Double { 2 }
  private static var leastPoints: Int { 6 }

  /// - Parameters:
  ///   - points: points with leads corrected for the initial lead and for missing samples.
  ///   - step: assumed duration of a picture, in seconds.
  /// - Returns: nil if the assumed duration is right.
  init?(_ points: [LeadPoint], step: Double) {
    var first = 0
    var isFar = false
    for index in points.indices {
      let isLong = index - first + 1 >= Self.leastPoints && points[index].time - points[first].time >= Self.leastLength
      if !isLong { continue }
      let leads = points[first...index].map { $0.lead }.ordered()
      let middle = points[first + (index - first) / 2]
      var knot = Knot(picture: Double(middle.picture), lead: leads[leads.count / 2])
      if let last = knots.last {
        // Keep picture times increasing.
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

  /// The lead of a picture over the audio, in seconds; interpolated between knots.
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

  /// The largest magnitude of the lead, in seconds.
  var maxLead: Double { knots.map { $0.lead.magnitude }.max() ?? 0 }
}

/// A point at which audio follows a picture: file offset, audio time and lead of the pictures over the audio in seconds, and the indices
/// of the next picture and audio sample.
struct LeadPoint {
  var offset: UInt64
  var time: Double
  var lead: Double
  var picture: Int
  var sound: Int
}
