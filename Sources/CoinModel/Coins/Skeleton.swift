extension StringProtocol {
    /// What the text looks like: its skeleton by UTS 39, as far as that is about Latin letters and digits.
    ///
    /// This is the only place where two texts are compared by their looks: they look alike where their skeletons are equal.
    /// A skeleton is not a text to show. Invisible characters are left out. Linear.
    public var skeleton: String {
        var skeleton = ""
        for scalar in decomposed where !scalar.properties.isDefaultIgnorableCodePoint {
            if let prototype = Confusables.prototype(of: scalar.value) {
                skeleton += prototype
            } else {
                skeleton.unicodeScalars.append(scalar)
            }
        }
        return skeleton
    }
}

/// The characters that look like Latin letters and digits, and what they look like.
private enum Confusables {
    /// What a character is to be taken for; nil for itself.
    static func prototype(of code: UInt32) -> String? {
        switch code {
        case 0x31, 0x49, 0x7C: return "l"
        case 0x30: return "O"
        case 0x6D: return "rn"
        case ..<0x80: return nil
        case 0xFF01...0xFF5E: return plain(code - 0xFEE0)
        // Alphabets of mathematics and of early computers: capitals before small letters.
        case 0x1D400...0x1D6A3: return letter((code - 0x1D400) % 52)
        case 0x1D6A8...0x1D7C9: return greek((code - 0x1D6A8) % 58).flatMap(prototype)
        case 0x1D7CE...0x1D7FF: return plain(0x30 + (code - 0x1D7CE) % 10)
        case 0x1CCD6...0x1CCEF: return letter(code - 0x1CCD6)
        case 0x1CCF0...0x1CCF9: return plain(0x30 + code - 0x1CCF0)
        case 0x1FBF0...0x1FBF9: return plain(0x30 + code - 0x1FBF0)
        default: return prototypes[code]
        }
    }

    private static func plain(_ code: UInt32) -> String? {
        prototype(of: code) ?? Unicode.Scalar(code).map { String($0) }
    }

    private static func letter(_ place: UInt32) -> String? { plain(place < 26 ? 0x41 + place : 0x61 + place - 26) }

    /// The Greek letter at a place of an alphabet of mathematics; nil for its other signs.
    private static func greek(_ place: UInt32) -> UInt32? {
        switch place {
        case 17: 0x3F4
        case ..<25: 0x391 + place
        case 26..<51: 0x3B1 + place - 26
        default: nil
        }
    }

    private static let prototypes: [UInt32: String] = {
        var found: [UInt32: String] = [:]
        for entry in table.split(separator: " ") {
            let (prototype, codes) = (entry.prefix { $0 != "=" }, entry.drop { $0 != "=" }.dropFirst())
            for run in codes.split(separator: ",") {
                let ends = run.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                guard let first = ends.first, let last = ends.last else { continue }
                for code in first...last { found[code] = String(prototype) }
            }
        }
        return found
    }()

    /// From confusables.txt of the Unicode Consortium, version 17.0.0: characters outside of ASCII whose prototype is of
    /// Latin letters and digits alone, but for those above.
    private static let table = """
        2=1A7,3E8,14BF,A644,A6EF,A75A 3=1B7,21C,417,4E0,969,AE9,2C9C,2CC4,2CCC,A76A,A7AB,118CA,16F3B,1D206 4=13CE,\
        118AF 5=1BC,118BB 6=3EC,431,13EE,2CD2-2CD3,2CDC,118D5 7=104D2,118C6,1D212 8=222-223,9EA,A6A,B03,1031A,1E8CB \
        9=9ED,A67,B68,D6D,2CCA-2CCB,A76E,118AC,118CC,118D6 A=391,410,13AA,15C5,A4EE,102A0,16F40 B=392,412,13F4,15F7,\
        212C,2C82,A4D0,A7B4,10282,102A1,10301 C=3F9,421,13DF,2102,212D,216D,2CA4,A4DA,102A2,10302,10415,1051C,118E9,\
        118F2,1F74C D=13A0,15DE,15EA,2145,216E,A4D3 E=395,415,13AC,2130,22FF,2D39,A4F0,10286,118A6,118AE F=3DC,15B4,\
        2131,A4DD,A798,10287,102A5,10525,118A2,118C2,1D213 G=50C,13C0,13F3,A4D6 H=397,41D,13BB,157C,210B-210D,2C8E,\
        A4E7,102CF J=37F,408,13AB,148D,A4D9,A7B2 K=39A,41A,13E6,16D5,212A,2C94,A4D7,10518 L=13DE,14AA,2112,216C,\
        2CD0,A4E1,1041B,10526,118A3,118B2,16F16,1D22A M=39C,3FA,41C,13B7,15F0,16D6,2133,216F,2C98,A4DF,102B0,10311 \
        N=39D,2115,2C9A,A4E0,10513 O=39F,41E,555,7C0,B20,CE6,12D0,2C9E,2D54,3007,A4F3,10292,102AB,10404,104C2,10516,\
        118B5,118E0,11DE0 P=3A1,420,13E2,146D,2119,2CA2,2CCE,A4D1,10295 Q=211A,2D55 R=1A6,13A1,13D2,1587,211B-211D,\
        A4E3,104B4,16F35,1D216 S=405,54F,13D5,13DA,A4E2,10296,10420,16F3A T=3A4,422,13A2,22A4,27D9,2CA6,A4D4,10297,\
        102B1,10315,118BC,16F0A,1F768 U=54D,1200,144C,222A,22C3,A4F4,104CE,118B8,16F42 V=474,667,6F7,13D9,142F,2164,\
        2D38,A4E6,A6DF,1051D,118A0,16F08,1D20D W=51C,13B3,13D4,A4EA,118E6,118EF X=3A7,425,166D,16B7,2169,2573,2CAC,\
        2D5D,A4EB,A7B3,10290,102B4,10317,10322,10527,118EC Y=3A5,3D2,423,4AE,13A9,13BD,2CA8,A4EC,102B2,118A4,16F43 \
        Z=396,13C3,2124,2128,A4DC,102F5,118A9,118E5 a=251,3B1,430,237A b=184,42C,13CF,1472,15AF,16EB6 c=3F2,441,\
        1004,105A,1D04,217D,2CA5,ABAF,1043D d=501,13E7,146F,2146,217E,A4D2 e=435,4BD,212E-212F,2147,AB32 f=17F,192,\
        584,1E9D,A799,AB35 g=18D,261,581,1D83,210A h=4BB,570,13C2,210E i=131,269-26A,2DB,37A,3B9,456,582,13A5,1FBE,\
        2139,2148,2170,2373,2C93,A647,AB75,118C3 j=3F3,458,2149 l=196,1C0,399,406,4C0,4CF,5C0,5D5,5DF,627,661,6F1,\
        7CA,16C1,2110-2111,2113,2160,217C,2223,23FD,2C92,2D4F,A4F2,FE8D-FE8E,FFE8,1028A,10309,10320,11DDA,11DE1,\
        16EAA,16F28,1E8C7,1EE00,1EE80 n=578,57C o=3BF,3C3,3ED,43E,585,5E1,647,665,6BE,6C1,6D5,6F5,966,9E6,A66,AE6,\
        B66,BE6,C02,C66,C82,D02,D20,D66,D82,E50,ED0,101D,1040,10FF,17E0,1D0F,1D11,2134,2C9F,AB3D,FBA6-FBAD,\
        FEE9-FEEC,1042C,104EA,114D0,118C8,118D7,1EE24,1EE64,1EE84 p=FE,1BF,3C1,3F1,3F8,440,2374,2CA3,2CCF q=51B,563,\
        566 r=433,1D26,2C85,AB47-AB48,AB81 s=1BD,455,D1F,A731,ABAA,10448,118C1 u=28B,3C5,57D,1D1C,A79F,AB4E,AB52,\
        104F6,118D8 v=3BD,475,5D8,1D20,2174,2228,22C1,ABA9,11706,118C0 w=26F,448,461,51D,561,1D21,2CBD,AB83,1170A,\
        1170E-1170F x=D7,445,1541,157D,166E,2179,292B-292C,2A2F y=263,28F,3B3,443,4AF,10E7,1D8C,1EFF,213D,2CA9,AB5A,\
        118DC z=1D22,AB93,118C4 AA=A732 AE=C6,4D4 AO=A734 AR=1F707 AU=A736 AV=A738,A73A AY=A73C DZ=1F1 Dz=1F2 \
        FAX=213B LJ=1C7 Lj=1C8 MB=1F76B NJ=1CA Nj=1CB No=2116 OE=152 OO=A698,A74E QE=1F700 Rs=20A8 T3=A728 TEL=2121 \
        VB=1F76C Vl=2165 Vll=2166 Vlll=2167 Xl=216A Xll=216B aa=A733 ae=E6,4D5 ao=A735 au=A737 av=A739,A73B ay=A73D \
        bl=42B dz=1F3,2A3 ff=FB00 ffi=FB03 ffl=FB04 fi=FB01 fl=FB02 ii=2171 iii=2172 ij=133 iv=2173 ix=2178 lJ=132 \
        lO=42E lV=2163 lX=2168 lj=1C9 ll=1C1,5F0,2016,2161,2225 lll=2162 ls=2AA lt=20B6 lz=2AB nj=1CC oe=153 \
        oo=221E,A699,A74F rn=217F,11700,118E3 sss=1F75C st=FB06 tf=A777 ts=2A6 ue=1D6B uo=AB63 vi=2175 vii=2176 \
        viii=2177 xi=217A xii=217B
        """
}
