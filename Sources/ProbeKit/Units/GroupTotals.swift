import BitstreamKit

/// Totals of groups of pictures: `gop --summary`.
struct GroupTotals {
  private var groups: UInt64 = 0
  private var open: UInt64 = 0
  private var closed: UInt64 = 0
  private var pictures: UInt64 = 0
  private var bytes: UInt64 = 0
  private var counts: (i: UInt64, p: UInt64, b: UInt64) = (0, 0, 0)
  private var shortest: UInt64 = 0
  private var longest: UInt64 = 0
  /// Seconds of all groups, of the shortest and of the longest; nil if the duration of a group is not known.
  private var seconds: (all: Double, shortest: Double, longest: Double)? = (0, .infinity, 0)

  /// Seconds of all groups.
  private var duration: Double? { groups > 0 ? seconds?.all : nil }

  private var bitRate: UInt64? {
    guard let duration, duration > 0 else { return nil }
    return UInt64(checked: Double(bytes) * 8 / duration)
  }

  /// Pictures and seconds of the shortest group, of the mean and of the longest.
  private var lengths: [(name: StaticString, seconds: StaticString, pictures: Double, time: Double?)] {
    let count = Double(max(1, groups))
    let known = groups > 0 ? seconds : nil
    return [
      ("shortest_pictures", "shortest_seconds", Double(shortest), known?.shortest),
      ("mean_pictures", "mean_seconds", Double(pictures) / count, known.map { $0.all / count }),
      ("longest_pictures", "longest_seconds", Double(longest), known?.longest),
    ]
  }

  mutating func add(_ group: PictureGroup) {
    shortest = groups == 0 ? group.pictures : min(shortest, group.pictures)
    longest = max(longest, group.pictures)
    groups &+= 1
    if let isOpen = group.openness {
      if isOpen { open &+= 1 } else { closed &+= 1 }
    }
    pictures &+= group.pictures
    bytes &+= group.bytes
    counts.i &+= group.counts.i
    counts.p &+= group.counts.p
    counts.b &+= group.counts.b
    if let known = seconds, let duration = group.duration {
      seconds = (known.all + duration, min(known.shortest, duration), max(known.longest, duration))
    } else {
      seconds = nil
    }
  }

  func write(_ output: inout OutputBuffer, _ format: Format) {
    switch format {
    case .table: table(&output)
    case .csv: csv(&output)
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.key("totals")
      object(&output)
      output.text("}\n")
    case .jsonl:
      object(&output)
      output.byte(0x0A)
    }
  }

  /// The whole numbers, with their names.
  private var numbers: [(StaticString, UInt64)] {
    [
      ("gops", groups), ("open", open), ("closed", closed), ("pictures", pictures), ("i", counts.i), ("p", counts.p),
      ("b", counts.b), ("size", bytes),
    ]
  }

  private func object(_ output: inout OutputBuffer) {
    output.byte(0x7B)
    for (place, number) in numbers.enumerated() { output.field(number.0, number.1, first: place == 0) }
    for length in lengths {
      output.key(length.name)
      output.string(InfoWords.decimals(length.pictures, length.pictures == length.pictures.rounded() ? 0 : 3))
      output.field(length.seconds, seconds: length.time)
    }
    output.field("duration_seconds", seconds: duration)
    if let rate = bitRate { output.field("bit_rate", rate) } else { output.fieldNull("bit_rate") }
    output.byte(0x7D)
  }

  private func csv(_ output: inout OutputBuffer) {
    for number in numbers {
      output.text(number.0)
      output.byte(0x2C)
    }
    for length in lengths {
      output.text(length.name)
      output.byte(0x2C)
      output.text(length.seconds)
      output.byte(0x2C)
    }
    output.text("duration_seconds,bit_rate\n")
    for number in numbers {
      output.number(number.1)
      output.byte(0x2C)
    }
    for length in lengths {
      output.string(InfoWords.decimals(length.pictures, length.pictures == length.pictures.rounded() ? 0 : 3))
      output.byte(0x2C)
      output.cell(seconds: length.time, width: 0)
      output.byte(0x2C)
    }
    output.cell(seconds: duration, width: 0)
    output.byte(0x2C)
    if let rate = bitRate { output.number(rate) }
    output.byte(0x0A)
  }

  private func table(_ output: inout OutputBuffer) {
    output.text("GROUPS|  OPEN|CLOSED|PICTURES|      I|      P|      B|        SIZE|")
    output.text("SHORTEST|      MEAN| LONGEST|SHORTEST S|    MEAN S| LONGEST S|  DURATION S|     BIT/S\n")
    for (number, width) in zip(numbers, [6, 6, 6, 8, 7, 7, 7, 12]) {
      output.number(number.1, width: width)
      output.byte(0x7C)
    }
    output.number(shortest, width: 8)
    output.byte(0x7C)
    let mean = InfoWords.decimals(Double(pictures) / Double(max(1, groups)), 3)
    output.spaces(10 - mean.utf8.count)
    output.string(mean)
    output.byte(0x7C)
    output.number(longest, width: 8)
    for length in lengths {
      output.byte(0x7C)
      output.cell(seconds: length.time, width: 10)
    }
    output.byte(0x7C)
    output.cell(seconds: duration, width: 12)
    output.byte(0x7C)
    if let rate = bitRate { output.number(rate, width: 10) } else { output.text("-", width: 10) }
    output.byte(0x0A)
  }
}
