extension Check {
  /// The documentation of all rules as Markdown, in the order of their families.
  public static var documentation: String {
    var text = """
      # The rules of `mediaprobe check`

      Made from the rules themselves; `mediaprobe check --rule ID` prints the same. An error violates a specification, a warning is legal
      and known to cause problems, a note is worth knowing. Rules with targets apply with `--for`.

      """
    var family = ""
    for page in rules {
      if page.family != family {
        family = page.family
        text += "\n## \(family)\n"
      }
      text += "\n### \(page.id)\n\n**\(page.severity.name)**: \(page.title).\n\n"
      if !page.targets.isEmpty { text += "- Targets: \(page.targets.map { $0.name.description }.joined(separator: ", "))\n" }
      if let stricter = page.stricter {
        text += "- \(stricter.severity.name) for: \(stricter.targets.map { $0.name.description }.joined(separator: ", "))\n"
      }
      text += "- Clause: \(page.clause)\n- Cause: \(page.cause)\n- Remedy: \(page.remedy)\n"
      if let mend = page.mend { text += "- Mended by `--fix`: \(mend.text)\n" }
    }
    return text
  }
}
