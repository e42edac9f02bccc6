import BitstreamKit

/// Configuration of SVC metadata samples.
///
/// ISO/IEC 14496-15:2022, `SVCMetadataSampleConfigBox`.
public struct SVCMetadataSampleConfigBox: TypedBox {
  public static let structureName: StaticString = "SVCMetadataSampleConfigBox"
  public static var boxType: FourCC { "svmC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Type of the statements in samples.
  public var sampleStatementType: UInt8 = 0
  /// Statement type that applies by default; 0 for none.
  public var defaultStatementType: UInt8 = 0
  /// Length of the default statement in bytes.
  public var defaultStatementLength: UInt8 = 0
  /// Statement types that are not defined by the standard.
  public var statements: [Statement] = []

  /// Creates a box with no statements.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_statement_type", &sampleStatementType, bits: 8)
    try c.u("default_statement_type", &defaultStatementType, bits: 8)
    try c.u("default_statement_length", &defaultStatementLength, bits: 8)
    let count = try c.count("entry_count", statements.count, bits: 8)
    try c.list("statement", &statements, count: count, atLeast: 8, Statement()) { (c, v, i) throws(SyntaxError) in
      try c.u("statement_type", &v.statementType, bits: 8, at: i)
      try c.text("statement_namespace", &v.statementNamespace)
    }
  }

  /// A statement type.
  public struct Statement: Equatable, Sendable {
    /// Statement type number used in samples.
    public var statementType: UInt8 = 0
    /// Namespace that defines the type.
    public var statementNamespace = TerminatedString()

    /// Creates an instance with default values.
    public init() {}
  }
}
