#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether two names refer to the same file, through any links and spellings, whether or not the file exists. `-` refers to no file.
public func isSameFile(_ a: String, _ b: String) -> Bool {
  if a == "-" || b == "-" { return false }
  switch (FileIdentity(a), FileIdentity(b)) {
  case (let first?, let second?): return first == second
  case (nil, nil):
    let (first, second) = (OutputFile.target(of: a), OutputFile.target(of: b))
    guard SystemPath.bytes(SystemPath.lastComponent(first)) == SystemPath.bytes(SystemPath.lastComponent(second)) else { return false }
    let folders = [first, second].map { SystemPath.folder($0) }.map { $0.isEmpty ? "./" : $0 }
    guard let one = FileIdentity(folders[0]), let other = FileIdentity(folders[1]) else { return false }
    return one == other
  default: return false
  }
}

/// Whether input and output are the same regular file, through any links and spellings; `-` is standard input and standard output. Writing
/// would destroy unread input.
public func isSameFile(input: String, output: String) -> Bool {
  guard let read = input == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(input),
    let written = output == "-" ? .standardOutput : FileIdentity(output)
  else { return false }
  return read == written && read.isRegular
}

extension InputFile {
  /// Whether an output is this regular file, under any name; `-` is standard output.
  public func isSame(asOutput path: String) -> Bool {
    guard let read = FileIdentity(descriptor: descriptor),
      let written = path == "-" ? .standardOutput : FileIdentity(path)
    else { return false }
    return read == written && read.isRegular
  }
}
