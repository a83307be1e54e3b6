// The C library of the platform, whose name differs from system to system, for all modules that call it.
#if canImport(Glibc)
    @_exported public import Glibc
#else
    @_exported public import Darwin
#endif
