import BitstreamKit
import MP4Kit
import RemuxKit

/// Video and sound of the same time are far apart in the file.
final class CoarseInterleaving: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.coarse-interleaving", .warning, "video and sound of the same time are far apart in the file",
      clause: "Apple QuickTime File Format Specification, 'Interleaving': chunks of at most one second",
      cause: """
        The writer stored the tracks one after the other, or in large chunks. Players that read over a network seek back \
        and forth or stall.
        """,
      remedy: "mediaprobe remux FILE OUT.mp4")
  }

  /// Places of samples about once a second: time in seconds and file offset, for each track.
  private var places: [[(seconds: Double, offset: UInt64)]] = []
  private static let maxPlaces = 100_000
  /// The distance in bytes that no finding reports.
  private static let allowed: UInt64 = 1 << 20

  /// The time of the last place of the track.
  private var lastSeconds = -Double.infinity

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    places.append([])
    lastSeconds = -.infinity
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let seconds = track.seconds(track.sample.decodeTime)
    guard seconds - lastSeconds >= 1, track.media.kind == .video || track.media.kind == .audio, let last = places.indices.last,
      places[last].count < Self.maxPlaces
    else { return }
    lastSeconds = seconds
    places[last].append((seconds, track.sample.offset))
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    let tracks = places.filter { $0.count > 3 }
    guard tracks.count > 1, file.byteCount > Self.allowed else { return }
    var worst: (distance: UInt64, seconds: Double) = (0, 0)
    for other in tracks.dropFirst() {
      for (a, b) in zip(tracks[0], other) where abs(a.seconds - b.seconds) < 1.5 {
        let distance = a.offset > b.offset ? a.offset - b.offset : b.offset - a.offset
        if distance > worst.distance { worst = (distance, a.seconds) }
      }
    }
    // 1 MiB, or the bytes of the second that a chunk may last and of the second between two places.
    let seconds = max(1, tracks[0].last.map { $0.seconds } ?? 1)
    let allowed = max(Self.allowed, UInt64(saturating: Double(file.byteCount) / seconds * 2))
    if worst.distance <= allowed { return }
    run.find(self, "\(worst.distance >> 10) KiB lie between video and sound of second \(decimal(worst.seconds))")
  }
}
