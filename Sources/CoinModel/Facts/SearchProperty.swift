/// What a search-interest export counts searches of, where that is not the web; exports do not say it themselves.
public enum SearchProperty: String, CaseIterable, Sendable {
    case images, news, shopping, youtube
}
