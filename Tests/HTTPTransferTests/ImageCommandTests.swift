import Foundation
import TestPrograms
import Testing

/// Images of coins: asked for where sources say, archived, refused where they are none for a page, and shown as data.
@Suite struct ImageCommandTests {
    /// A store with a coin for each name of an image.
    private func world(_ names: [String]) throws -> MarketWorld {
        let world = try MarketWorld()
        let rows = names.enumerated().map { index, name in
            let image = name.contains("://") ? name : world.image(name)
            return """
                {"id":"c\(index)","symbol":"c\(index)","name":"Coin \(index)","image":"\(image)","current_price":2,\
                "market_cap":\(1_000_000 - index),"total_volume":5,"last_updated":"2026-11-20T10:00:00.000Z"}
                """
        }
        let list = world.folder.appendingPathComponent("list.json")
        try Data("[\(rows.joined(separator: ",\n"))]".utf8).write(to: list)
        let loaded = try world.assay(["load", "market", "list.json", "--observed-at", "2026-11-20T10:00:00Z"])
        #expect(loaded.status == 0, "\(loaded.errors)")
        return world
    }

    @Test("Images are fetched once and others rejected with their reason") func images() throws {
        let names = [
            "png-64x64", "jpeg-50x40", "webp-24x24", "svg", "text", "large", "png-600x20", "gone", "png-64x64",
        ]
        let world = try world(names)
        let planned = try world.fetchImages(["--dry-run"])
        #expect(planned.output.split(separator: "\n").count == 8, "\(planned.errors)")
        #expect(try world.asked.isEmpty)
        for round in 1...2 {
            let fetched = try world.fetchImages()
            #expect(fetched.status == 4, "\(fetched.errors)")
            for reason in ["image-is-svg", "image-unknown", "image-too-large", "image-too-wide", "gone"] {
                #expect(fetched.errors.contains("[\(reason)]"), "\(round): \(fetched.errors)")
            }
            #expect(fetched.errors.contains("7 answered, 1 lacking"), "\(fetched.errors)")
            #expect(try world.asked.count == 8, "what is held is not asked again")
        }
        #expect(try world.asked.allSatisfy { !$0.contains(":") }, "no key goes to a host of images")
        let some = try world.fetchImages(["c0", "c1", "--max-age", "0"])
        #expect(some.status == 0, "\(some.errors)")
        #expect(try world.asked.count == 10)
        // That it is no image is an answer, which no other run would change.
        let vector = try world.fetchImages(["c3"])
        #expect(vector.status == 0 && vector.errors.contains("note: images: 1 not used"), "\(vector.errors)")
        // They are no inputs.
        let loaded = try world.assay(["load", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(loaded.status == 8, "\(loaded.errors)")
        let listed = try world.assay(["archive", "list", "assay.sqlite.answers", "--format", "csv"])
        #expect(listed.output.contains(",images,"), "\(listed.output)")
    }

    @Test("Bad image addresses and hosts are reported") func badAddresses() throws {
        let none = try world(["http://127.0.0.1:9/x.png"])
        let refused = try none.fetchImages()
        #expect(refused.status == 1 && refused.errors.contains("[bad-address]"), "\(refused.errors)")
        let unknown = try none.fetchImages(["c7"])
        #expect(unknown.status == 8 && unknown.errors.contains("[unknown-coin]"), "\(unknown.errors)")
        let nobody = try world(["https://127.0.0.1:9/x.png", "png-8x8"])
        let partial = try nobody.fetchImages()
        #expect(partial.status == 4 && partial.errors.contains("[network]"), "\(partial.errors)")
        let away = try MarketWorld()
        try Data("[]".utf8).write(to: away.folder.appendingPathComponent("list.json"))
        let empty = try away.fetchImages()
        #expect(empty.status == 1, "\(empty.errors)")
    }

    @Test("Images are requested only from public addresses on port 443")
    func privateHosts() throws {
        let names = [
            "png-8x8", "https://127.0.0.1/x.png?token=canary", "https://localhost/x.png", "https://[::1]/x.png",
            "https://[::ffff:127.0.0.1]/x.png", "https://10.0.0.1/x.png", "https://169.254.169.254/latest",
            "https://2130706433/x.png", "https://0x7f.1/x.png", "https://[64:ff9b::7f00:1]/x.png",
            "https://8.8.8.8:8443/x.png",
        ]
        let world = try world(names)
        for proxy in ["", "http://127.0.0.1:9"] {
            let result = try world.assay(
                ["fetch", "images", "--max-age", "0", "--patience", "0"] + Array(world.base("x", "x").suffix(2)),
                keys: proxy.isEmpty ? [:] : ["https_proxy": proxy]
            )
            #expect(result.status == 1 && result.errors.contains("[private-address]"), "\(result.errors)")
            #expect(result.errors.contains("11 not answered"), "\(result.errors)")
            #expect(!result.errors.contains("canary") && !result.errors.contains("[network]"), "\(result.errors)")
        }
        #expect(try world.asked.isEmpty)
        let dry = try world.assay(["fetch", "images", "--dry-run"])
        #expect(dry.output.contains("https://127.0.0.1/x.png\n") && !dry.output.contains("canary"), "\(dry.output)")
    }

    @Test("Pages contain images as data and make no requests") func embeddedImages() throws {
        let world = try world(["png-64x32", "svg", "text"])
        _ = try world.fetchImages()
        let asked = try world.asked.count
        let words = ["--images", "assay.sqlite.answers"]
        let plain = try world.assay(["coin", "c0", "--output", "plain.html"])
        let page = try world.assay(["coin", "c0", "--output", "c0.html"] + words)
        let without = try world.assay(["coin", "c1", "--output", "c1.html"] + words)
        let site = try world.assay(["report", "site", "--output", "site"] + words)
        #expect(
            [plain, page, without].allSatisfy { $0.status == 0 } && [0, 8].contains(site.status),
            "\(site.errors)"
        )
        func text(_ name: String) throws -> String {
            try String(contentsOf: world.folder.appendingPathComponent(name), encoding: .utf8)
        }
        let image = "<img src=\"data:image/png;base64,iVBORw0KGgo"
        for name in ["c0.html", "site/coins/c0.html"] {
            let html = try text(name)
            #expect(html.contains(image) && html.contains("width=\"32\" height=\"16\""), "\(name)")
            #expect(html.contains("img-src data:;") && html.contains("default-src 'none'"))
        }
        for name in ["plain.html", "c1.html", "site/coins/c1.html"] {
            let html = try text(name)
            #expect(!html.contains("<img") && !html.contains("img-src"), "\(name)")
        }
        #expect(try text("site/index.html").contains("base64,") || site.status == 8)
        #expect(try world.asked.count == asked)
        // An archive that somebody else wrote to shows nothing that is no image.
        let stored = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path).filter {
            $0.contains(".others/images/")
        }
        for name in stored where name.hasSuffix(".zst") {
            let file = world.folder.appendingPathComponent(name)
            try Data("HTTP/1.1 200\r\n\r\n<svg onload='x'>".utf8).write(to: file)
        }
        let bent = try world.assay(["coin", "c0", "--output", "bent.html"] + words)
        #expect(try bent.status == 0 && !text("bent.html").contains("<img"), "\(bent.errors)")
        let table = try world.assay(["coin", "c0"] + words)
        #expect(table.status == 2, "\(table.errors)")
        let nowhere = try world.assay(["coin", "c0", "--output", "x.html", "--images", "nowhere"])
        #expect(nowhere.status == 1 && nowhere.errors.contains("[no-archive]"), "\(nowhere.errors)")
    }
}
