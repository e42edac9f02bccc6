/// What the columns of a description are written as.
enum ColumnForm {
  /// Keys, separated by commas.
  case names
  /// Values, separated by commas; nothing for nil.
  case values
  /// The fields of an object; null for nil.
  case fields
}
