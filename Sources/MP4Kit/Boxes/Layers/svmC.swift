import BitstreamKit

/// The statements that samples of SVC metadata make.
///
/// ISO/IEC 14496-15:2022, `SVCMetadataSampleConfigBox`.
public struct SVCMetadataSampleConfigBox: TypedBox {
  public static let structureName: StaticString = "SVCMetadataSampleConfigBox"
  public static var boxType: FourCC { "svmC" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How a sample holds its statements.
  public var sampleStatementType: UInt8 = 0
  /// The statement that holds where none is made; 0 for none.
  public var defaultStatementType: UInt8 = 0
  /// Its length in bytes.
  public var defaultStatementLength: UInt8 = 0
  /// Statements that others than the standard define.
  public var statements: [Statement] = []

  /// No statements.
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

  /// A statement.
  public struct Statement: Equatable, Sendable {
    /// Its number in the samples.
    public var statementType: UInt8 = 0
    /// Who defines it.
    public var statementNamespace = TerminatedString()

    /// Nothing said as yet.
    public init() {}
  }
}
