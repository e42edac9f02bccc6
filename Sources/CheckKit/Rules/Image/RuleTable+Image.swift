extension RuleTable {
  /// The rules about images and other items.
  static func images() -> [MovieRule] {
    [
      ImageBrand(), ImageHandler(), ImageList(), ImageProperty(), ImageLocation(), ImageReference(), ImageDerivation(),
      ImageInterchange(), ImagePicture(),
    ]
  }
}
