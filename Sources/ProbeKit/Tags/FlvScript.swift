import BitstreamKit
import FLVKit

/// Writes script data as JSON. Objects and ECMA arrays are objects; AMF types that JSON lacks are objects with a type field.
func scriptObject(_ script: ScriptData, _ output: inout OutputBuffer) {
  output.byte(0x7B)
  output.key("name", first: true)
  amfValue(script.name, &output)
  output.key("value")
  if let value = script.value { amfValue(value, &output) } else { output.text("null") }
  let further = script.furtherValues
  if !further.isEmpty { output.array("further", further) { amfValue($1, &$0) } }
  output.byte(0x7D)
}

/// The reader bounds the nesting of values, and so this recursion.
private func amfValue(_ value: AMF0Value, _ output: inout OutputBuffer) {
  switch value {
  case .number(let number): output.double(number.value)
  case .boolean(let byte): output.text(byte == 0 ? "false" : "true")
  case .string(let text), .longString(let text): output.quoted(text.text)
  case .null, .undefined: output.text("null")
  case .object(let object): amfObject(object, &output)
  case .ecmaArray(let array): amfObject(array.variables, &output)
  case .typedObject(let object):
    typed("typed object", &output) {
      $0.field("class", string: object.className.text)
      $0.key("properties")
      amfObject(object.properties, &$0)
    }
  case .strictArray(let values): output.array(values) { amfValue($1, &$0) }
  case .date(let date):
    typed("date", &output) {
      $0.key("milliseconds")
      $0.double(date.dateTime.value)
      $0.field("localDateTimeOffset", date.localDateTimeOffset)
    }
  case .xmlDocument(let text): typed("XML document", &output) { $0.field("text", string: text.text) }
  case .reference(let number): typed("reference", &output) { $0.field("index", number) }
  case .avmPlus(let bytes): typed("AMF3", &output) { $0.field("size", bytes.count) }
  case .movieClip: typed("movieclip", &output) { _ in }
  case .unsupported: typed("unsupported", &output) { _ in }
  case .recordSet: typed("recordset", &output) { _ in }
  case .objectEnd: typed("object end", &output) { _ in }
  }
}

private func amfObject(_ object: AMF0Object, _ output: inout OutputBuffer) {
  output.byte(0x7B)
  for (place, property) in object.properties.enumerated() {
    if place > 0 { output.byte(0x2C) }
    output.quoted(property.propertyName.text)
    output.byte(0x3A)
    amfValue(property.propertyData, &output)
  }
  output.byte(0x7D)
}

private func typed(_ name: StaticString, _ output: inout OutputBuffer, _ body: (inout OutputBuffer) -> Void) {
  output.byte(0x7B)
  output.field("amf_type", name, first: true)
  body(&output)
  output.byte(0x7D)
}
