import RTMPKit
import Testing

@Test(
  arguments: [
    ("rtmp://example.org/live/key", "example.org", 1935, "live", "key"),
    ("RTMP://127.0.0.1:19350/app/inst/name", "127.0.0.1", 19350, "app/inst", "name"),
    ("rtmp://[::1]/live/key", "::1", 1935, "live", "key"), ("rtmp://[fe80::1]:80/a/b", "fe80::1", 80, "a", "b"),
    ("rtmp://h/live/key?token=a/b&x=1", "h", 1935, "live", "key?token=a/b&x=1"),
    ("rtmp://[::1]:1935/app/key", "::1", 1935, "app", "key"), ("rtmp://[fe80::1%25eth0]/a/b", "fe80::1%eth0", 1935, "a", "b"),
    ("rtmp://[fe80::1%eth0]/a/b", "fe80::1%eth0", 1935, "a", "b"),
    // As the big platforms give them out, server and key put together by a slash.
    ("rtmp://live.twitch.tv/app/live_123_AbC?bandwidthtest=true", "live.twitch.tv", 1935, "app", "live_123_AbC?bandwidthtest=true"),
    ("rtmp://h/app/live_123?auth=abc&x=y", "h", 1935, "app", "live_123?auth=abc&x=y"),
    ("rtmp://a.rtmp.youtube.com/live2/ab12-cd34-ef56", "a.rtmp.youtube.com", 1935, "live2", "ab12-cd34-ef56"),
    ("rtmp://b.rtmp.youtube.com/live2?backup=1/ab12-cd34", "b.rtmp.youtube.com", 1935, "live2?backup=1", "ab12-cd34"),
    ("rtmp://h:80/rtmp//FB-123-0-Abc?s_bl=1&s_psm=1&a=Ab%2Fc", "h", 80, "rtmp", "FB-123-0-Abc?s_bl=1&s_psm=1&a=Ab%2Fc"),
    ("rtmp://h/EntryPoint/stream_1@123456", "h", 1935, "EntryPoint", "stream_1@123456"),
    // An instance of an application, folders in the stream's name, a kind before it.
    ("rtmp://h/app/instance/key", "h", 1935, "app/instance", "key"),
    ("rtmp://h/app/_definst_/key?x=/y", "h", 1935, "app/_definst_", "key?x=/y"),
    ("rtmp://h/app/instance/folder/key", "h", 1935, "app/instance", "folder/key"),
    ("rtmp://h/app/mp4:folder/key", "h", 1935, "app", "mp4:folder/key"),
    ("rtmp://h/app?vhost=v.example/key?token=a/b", "h", 1935, "app?vhost=v.example", "key?token=a/b"),
    // Nothing is decoded.
    ("rtmp://h/app/a%20b%3Fc", "h", 1935, "app", "a%20b%3Fc"), ("rtmp://h/äpp/schlüssel", "h", 1935, "äpp", "schlüssel"),
  ] as [(String, String, UInt16, String, String)]) func addresses(
    _ text: String, _ host: String, _ port: UInt16, _ app: String, _ stream: String
  ) throws
{
  let address = try RTMPAddress(text)
  #expect(address.host == host && address.port == port && address.app == app && address.stream == stream)
}

/// The description, which may be logged, contains no key.
@Test func howAnAddressIsShown() throws {
  let address = try RTMPAddress("rtmp://[::1]/live/name?key=secret")
  #expect(address.description == "rtmp://[::1]:1935/live/name" && address.connectionURL == "rtmp://[::1]:1935/live")
  let backup = try RTMPAddress("rtmp://h/live2?secret=1/name?key=2")
  #expect(backup.description == "rtmp://h:1935/live2/name" && backup.connectionURL == "rtmp://h:1935/live2?secret=1")
}

@Test(arguments: [
  "", "rtmp://", "http://h/a/b", "rtmps://h/a/b", "rtmp://h", "rtmp://h/", "rtmp://h/a", "rtmp://h/a/", "rtmp:///a/b", "rtmp://h:0/a/b",
  "rtmp://h:x/a/b", "rtmp://h:70000/a/b", "rtmp://[::1/a/b", "rtmp://[::1]x/a/b", "rtmp://u:p@h/a/b", "rtmp://h/a b/c", "rtmp://h//b",
  "rtmp://h/a/?q", "rtmp://h/a//", "rtmp://h/?q/b", "rtmp://h/a?x=1", "rtmp://h/a/b/?q",
]) func whatIsNoAddress(_ text: String) {
  #expect(throws: RTMPAddress.Invalid.self) { try RTMPAddress(text) }
}

/// For rtmps:// the error names TLS instead of reporting a malformed address.
@Test func whatIsNotSpokenIsSaid() {
  func words(_ text: String) -> String {
    do throws(RTMPAddress.Invalid) { return try RTMPAddress(text).description } catch { return error.description }
  }
  #expect(words("rtmps://live-api-s.facebook.com:443/rtmp/FB-1").contains("TLS"))
  #expect(words("rtmp://user:pass@h/app/key").contains("name and password"))
}
