// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "AnnalsBenchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "AnnalsBenchmarks", targets: ["AnnalsBenchmarks"]),
    .executable(name: "annals-bench", targets: ["AnnalsBenchTool"]),
    // Loaded into an engine's process where calls are counted, and never linked.
    .library(name: "CallCounter", type: .dynamic, targets: ["CCallCounter"]),
  ],
  // Named, because a package's identity is otherwise the folder that it was cloned into.
  dependencies: [.package(name: "Annals", path: "..")],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    // Annals keeps its own CLMDB to itself, so that the peer needs a module of another name.
    .systemLibrary(
      name: "CLMDBPeer",
      pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
    ),
    .target(name: "CCallCounter"),
    .target(
      name: "AnnalsBenchmarks",
      dependencies: ["CSQLite", "CLMDBPeer", .product(name: "Annals", package: "Annals")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "AnnalsBenchTool",
      // The command `annals` is not linked but built and run: what is measured of it is its whole process.
      dependencies: ["AnnalsBenchmarks", .product(name: "annals", package: "Annals")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AnnalsBenchmarksTests",
      dependencies: ["AnnalsBenchmarks"],
      swiftSettings: strict
    ),
  ]
)
