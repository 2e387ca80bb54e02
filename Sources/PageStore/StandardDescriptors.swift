#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The descriptors 0, 1 and 2: where every program reads, prints and complains.
public enum StandardDescriptors {
  /// Fills those that are closed with `/dev/null`, opened the wrong way round, so that using them still fails.
  ///
  /// The system gives a newly opened file the lowest free number. Where a program was started with its
  /// output closed, that would be a store's file, and the next message would be written over its pages.
  public static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      // Another thread may have taken the number meanwhile.
      if opened > STDERR_FILENO { close(opened) }
    }
  }
}
