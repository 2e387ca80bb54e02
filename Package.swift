// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  // Lets `ByteReader` borrow the bytes it reads instead of copying them.
  .enableExperimentalFeature("Lifetimes"),
]

/// A room of the house: imports point down only, so each names just the rooms below it that it uses.
func room(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String,
  _ dependencies: Target.Dependency...,
  exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    resources: resources,
    swiftSettings: strict
  )
}

/// A program of `Examples`, written as a user of the library would write it.
func example(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Annals"],
    path: "Examples/\(name)",
    exclude: ["session.txt"]
  )
}

let package = Package(
  name: "Annals",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Annals", targets: ["Annals"]),
    .executable(name: "annals", targets: ["AnnalsTool"]),
  ],
  targets: [
    // C libraries, each through its system package.
    .systemLibrary(
      name: "CLMDB",
      pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
    ),
    .systemLibrary(
      name: "CXXHash",
      pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]
    ),
    .systemLibrary(
      name: "CZstd",
      pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
    ),
    // The C library's own widths of characters on a terminal.
    .systemLibrary(name: "CWidth"),
    .target(
      name: "CSimdjson",
      linkerSettings: [
        .linkedLibrary("simdjson"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]
    ),
    .target(
      name: "CRE2",
      linkerSettings: [
        .linkedLibrary("re2"), .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]
    ),

    // The store, from the bottom up.
    room("OrderedBytes"),
    room("StoreErrors"),
    room("ByteCoding", "StoreErrors", "CZstd", "CXXHash"),
    room("PageStore", "ByteCoding", "StoreErrors", "CLMDB"),
    room("EventLog", "PageStore", "ByteCoding", "StoreErrors"),
    room("JSONText", "CSimdjson"),
    room("TextPatterns", "CRE2"),
    room(
      "Records",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "OrderedBytes",
      "StoreErrors",
      "JSONText",
      "TextPatterns"
    ),
    room("Annals", "Records", "EventLog", "PageStore", "StoreErrors"),

    // The command line.
    room(
      "Interchange",
      "Annals",
      "Records",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "StoreErrors",
      "JSONText",
      "CZstd"
    ),
    room(
      "AnnalsCLI",
      "Interchange",
      "Annals",
      "Records",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "StoreErrors",
      "JSONText",
      "TextPatterns",
      "CWidth"
    ),
    .executableTarget(name: "AnnalsTool", dependencies: ["AnnalsCLI"], swiftSettings: strict),

    example("Employees"),
    example("Lines"),
    example("OwnedRecords"),
    example("People"),
    example("Students"),

    // What several test targets share, and the tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "AnnalsCLITests",
      dependencies: [
        "AnnalsCLI", "AnnalsTool", "Annals", "Records", "EventLog", "PageStore", "StoreErrors",
        "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    tests("CompilingTests", "Annals", exclude: ["Snippets"]),
    tests("ExamplesTests", "Employees", "Lines", "OwnedRecords", "People", "Students"),
    tests("PageStoreTests", "PageStore", "ByteCoding", "StoreErrors", "TestSupport"),
    tests("OrderedBytesTests", "OrderedBytes", "TestSupport"),
    tests(
      "EventLogTests",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "StoreErrors",
      "TestSupport",
      resources: [.copy("Fixtures")]
    ),
    tests("JSONTextTests", "JSONText", "TestSupport"),
    tests(
      "PastIndexTests",
      "Records",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "OrderedBytes",
      "StoreErrors",
      "TestSupport"
    ),
    tests(
      "AnnalsTests",
      "Interchange",
      "Annals",
      "Records",
      "EventLog",
      "PageStore",
      "ByteCoding",
      "OrderedBytes",
      "StoreErrors",
      "TestSupport"
    ),
    tests(
      "InterchangeTests",
      "Interchange",
      "Annals",
      "Records",
      "EventLog",
      "PageStore",
      "StoreErrors",
      "JSONText"
    ),
    tests(
      "TypedTests",
      "Annals",
      "Records",
      "EventLog",
      "PageStore",
      "StoreErrors",
      "TestSupport"
    ),
    tests(
      "ValuesTests",
      "Records",
      "EventLog",
      "JSONText",
      "OrderedBytes",
      "PageStore",
      "ByteCoding",
      "StoreErrors",
      "TestSupport"
    ),
  ],
  cxxLanguageStandard: .cxx17
)
