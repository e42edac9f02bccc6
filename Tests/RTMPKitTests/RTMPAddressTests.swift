import RTMPKit
import Testing

@Test(
  arguments: [
    ("rtmp://example.org/live/key", "example.org", 1935, "live", "key"),
    ("RTMP://127.0.0.1:19350/app/inst/name", "127.0.0.1", 19350, "app/inst", "name"),
    ("rtmp://[::1]/live/key", "::1", 1935, "live", "key"), ("rtmp://[fe80::1]:80/a/b", "fe80::1", 80, "a", "b"),
    ("rtmp://h/live/key?token=a/b&x=1", "h", 1935, "live", "key?token=a/b&x=1"),
  ] as [(String, String, UInt16, String, String)]) func addresses(
    _ text: String, _ host: String, _ port: UInt16, _ app: String, _ stream: String
  ) throws
{
  let address = try RTMPAddress(text)
  #expect(address.host == host && address.port == port && address.app == app && address.stream == stream)
}

/// What stands in a log holds no key.
@Test func howAnAddressIsShown() throws {
  let address = try RTMPAddress("rtmp://[::1]/live/name?key=secret")
  #expect(address.description == "rtmp://[::1]:1935/live/name" && address.connectionURL == "rtmp://[::1]:1935/live")
}

@Test(arguments: [
  "", "rtmp://", "http://h/a/b", "rtmps://h/a/b", "rtmp://h", "rtmp://h/", "rtmp://h/a", "rtmp://h/a/", "rtmp:///a/b", "rtmp://h:0/a/b",
  "rtmp://h:x/a/b", "rtmp://h:70000/a/b", "rtmp://[::1/a/b", "rtmp://[::1]x/a/b", "rtmp://u:p@h/a/b", "rtmp://h/a b/c", "rtmp://h//b",
  "rtmp://h/a/?q",
]) func whatIsNoAddress(_ text: String) {
  #expect(throws: RTMPAddress.Invalid.self) { try RTMPAddress(text) }
}
