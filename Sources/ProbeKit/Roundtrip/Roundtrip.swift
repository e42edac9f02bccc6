import BitstreamKit
import MP4Kit
import NALKit
import RemuxKit

extension Probe {
  /// Parses every unit, frame, tag or box of the input, encodes it again and compares the bytes.
  /// - Parameters:
  ///   - codec: reads the input as a byte stream of this codec; nil to detect the format.
  ///   - format: `.table` or `.json`.
  public func roundtrip(codec: VideoCodec?, format: Format) -> ProbeOutcome {
    let kind: RoundtripKind
    do { kind = try roundtripKind(codec) } catch {
      sink.report("\(error)")
      return .failed
    }
    let log = RoundtripLog(self, format)
    switch kind {
    case .refused(let why):
      sink.report("\(input.name): \(why)")
      return .malformed
    case .units(let codec): return runUnits(RoundtripUnits(log), self, codec, limit: RoundtripLog.maxHeld)
    case .flv: return log.run { () throws(ByteError) in try roundtripFLV(input, log) }
    case .adts: return log.run { () throws(ByteError) in try roundtripADTS(input, log) }
    case .boxes: return log.run { () throws(ByteError) in try roundtripBoxes(input, log) }
    }
  }
}

private enum RoundtripKind {
  case units(VideoCodec)
  case flv
  case adts
  case boxes
  case refused(String)
}

extension Probe {
  fileprivate func roundtripKind(_ codec: VideoCodec?) throws(ByteError) -> RoundtripKind {
    if let codec { return .units(codec) }
    let content = try input.content()
    switch content.container {
    case .flv: return .flv
    case .adts: return .adts
    case .mp4: return .boxes
    default: break
    }
    if case .unknown = content {
      var walker = BoxWalker(MemorySource(try input.peek(512)))
      // Accepts a box that exceeds the bytes read if its type is known.
      if let place = try? walker.next(), canBeginWith(place, of: .max),
        isKnown(place) || place.header.size > 8 && place.header.size < 1 << 20
      {
        return .boxes
      }
    }
    do throws(ContentRefusal) { return .units(try streamCodec(of: content)) } catch { return .refused(error.message) }
  }
}
