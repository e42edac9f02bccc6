import BitstreamKit

/// The place on a timeline where an edit follows another one; neither is a dwell.
struct EditJoint {
  private(set) var before: TrackSurvey.Stretch
  private(set) var after: TrackSurvey.Stretch
  /// Time scale of the track.
  let scale: UInt32
  /// The media time that the first edit would show at the start of the second one.
  let expected: Int64
  /// The media time at the end of the first edit.
  let shownEnd: Int64

  /// - Parameter clock: time scale of the timeline.
  init(_ before: TrackSurvey.Stretch, _ after: TrackSurvey.Stretch, scale: UInt32, clock: UInt32) {
    (self.before, self.after, self.scale) = (before, after, scale)
    expected = before.media &+ CompositionInput.converted(after.start &- before.start, clock, scale)
    shownEnd = before.media &+ CompositionInput.converted(before.end &- before.start, clock, scale)
  }

  /// The time between the edits, in units of the timeline; negative where they overlap.
  var gap: Int64 { after.start &- before.end }

  /// Whether the second edit shows the media that the first one would show if it went on. Times are rounded to the time scale of the track: more
  /// than a millisecond is no rounding.
  var isInStep: Bool { (after.media &- expected).magnitude <= (scale < 1000 ? 0 : 1) }

  /// Lets the first edit go on until the second one.
  mutating func closeGap() { before.end = after.start }

  /// Lets the second edit begin earlier, at the cost of the first one.
  /// - Parameters:
  ///   - media: in units of the track's time scale.
  ///   - time: the same, in units of the timeline.
  mutating func move(media: Int64, time: Int64) {
    after.media -= media
    after.start = max(before.start, after.start - time)
    before.end = after.start
  }
}
