import json, os
def put(name, value):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    json.dump(value, open(name, 'w'), indent=1)
at = '2026-11-20T08:00:00'
gecko = [
    {'id': 'bitcoin', 'symbol': 'btc', 'name': 'Bitcoin', 'image': 'https://img.example/btc.png', 'current_price': 91230.55, 'market_cap': 1821260000000,
     'market_cap_rank': 1, 'market_cap_rank_with_rehypothecated': 1, 'fully_diluted_valuation': 1915841550000, 'total_volume': 31230000000, 'high_24h': 92800.5, 'low_24h': 90105.25,
     'price_change_24h': -1108.4, 'price_change_percentage_24h': -1.2, 'market_cap_change_24h': -22100000000, 'market_cap_change_percentage_24h': -1.199,
     'circulating_supply': 19963018.0, 'total_supply': 19963018.0, 'max_supply': 21000000.0, 'ath': 126080, 'ath_change_percentage': -27.64,
     'ath_date': '2025-10-06T18:57:42.558Z', 'atl': 67.81, 'atl_change_percentage': 134438.4, 'atl_date': '2013-07-06T00:00:00.000Z', 'roi': None,
     'last_updated': at + '.000Z', 'sparkline_in_7d': {'price': [93400 - 13 * n for n in range(168)]}, 'price_change_percentage_1h_in_currency': 0.12,
     'price_change_percentage_7d_in_currency': -2.4, 'price_change_percentage_30d_in_currency': -5.5, 'price_change_percentage_1y_in_currency': -3.25},
    {'id': 'tether', 'symbol': 'usdt', 'name': 'Tether', 'image': 'https://img.example/usdt.png', 'current_price': 1.0, 'market_cap': 184000000000,
     'market_cap_rank': 3, 'fully_diluted_valuation': 184000000000, 'total_volume': 90000000000, 'high_24h': 1.001, 'low_24h': 0.999,
     'price_change_24h': 0.0001, 'price_change_percentage_24h': 0.01, 'market_cap_change_24h': 100000, 'market_cap_change_percentage_24h': 0.02,
     'circulating_supply': 184000000000, 'total_supply': 186000000000, 'max_supply': None, 'ath': 1.32, 'ath_change_percentage': -24.2,
     'ath_date': '2018-07-24T00:00:00.000Z', 'atl': 0.57, 'atl_change_percentage': 74.6, 'atl_date': '2015-03-02T00:00:00.000Z',
     'roi': {'times': 1.5, 'currency': 'usd', 'percentage': 150.0}, 'last_updated': at + '.000Z', 'sparkline_in_7d': {'price': [1.0] * 168},
     'price_change_percentage_1h_in_currency': 0.0, 'price_change_percentage_7d_in_currency': 0.01, 'price_change_percentage_30d_in_currency': 0.02,
     'price_change_percentage_1y_in_currency': 0.03}]
put('coingecko/20261120T080000Z/markets.json', gecko)
put('coingecko/20261120T080000Z/global.json', {'data': {'active_cryptocurrencies': 17210, 'upcoming_icos': 0, 'ongoing_icos': 49, 'ended_icos': 3376, 'markets': 1421,
    'total_market_cap': {'btc': 33880000.1, 'usd': 3091000000000.5}, 'total_volume': {'btc': 1300000.5, 'usd': 119000000000.25},
    'market_cap_percentage': {'btc': 58.92, 'eth': 11.76}, 'market_cap_change_percentage_24h_usd': -1.05, 'volume_change_percentage_24h_usd': 4.5, 'updated_at': 1795161600}})
def money(usd): return {'usd': usd, 'eur': usd * 0.9}
put('coingecko/bitcoin.json', {'id': 'bitcoin', 'symbol': 'btc', 'name': 'Bitcoin', 'web_slug': 'bitcoin', 'asset_platform_id': None, 'platforms': {'': ''},
    'detail_platforms': {'': {'decimal_place': None, 'contract_address': ''}}, 'block_time_in_minutes': 10, 'hashing_algorithm': 'SHA-256',
    'categories': ['Smart Contract Platform', 'Layer 1 (L1)', 'Proof of Work (PoW)'], 'preview_listing': False, 'public_notice': 'A notice about Bitcoin.',
    'additional_notices': ['Another one.'], 'description': {'en': 'Bitcoin is a <a href="https://x.example">currency</a> of a network of peers.'},
    'links': {'homepage': ['http://www.bitcoin.org', '', ''], 'whitepaper': 'https://bitcoin.org/bitcoin.pdf', 'blockchain_site': ['https://mempool.space/', 'https://blockchair.com/bitcoin/'],
              'official_forum_url': ['https://bitcointalk.org/'], 'chat_url': ['https://chat.example/btc'], 'announcement_url': ['https://ann.example/btc', ''],
              'snapshot_url': 'https://snapshot.example/btc', 'twitter_screen_name': 'bitcoin', 'facebook_username': 'bitcoins', 'bitcointalk_thread_identifier': 137,
              'telegram_channel_identifier': 'btcgroup', 'subreddit_url': 'https://www.reddit.com/r/Bitcoin/',
              'repos_url': {'github': ['https://github.com/bitcoin/bitcoin', 'https://github.com/bitcoin/bips'], 'bitbucket': []}},
    'image': {'thumb': 'https://img.example/t.png', 'small': 'https://img.example/s.png', 'large': 'https://img.example/l.png'}, 'country_origin': '', 'genesis_date': '2009-01-03',
    'sentiment_votes_up_percentage': 84.07, 'sentiment_votes_down_percentage': 15.93, 'watchlist_portfolio_users': 2100400, 'market_cap_rank': 1,
    'market_data': {'current_price': money(91230.55), 'ath': money(126080), 'ath_change_percentage': money(-27.64), 'ath_date': {'usd': '2025-10-06T18:57:42.558Z', 'eur': '2025-10-06T18:57:42.558Z'},
                    'atl': money(67.81), 'atl_date': {'usd': '2013-07-06T00:00:00.000Z', 'eur': '2013-07-05T00:00:00.000Z'}, 'market_cap': money(1821260000000), 'market_cap_rank': 1,
                    'fully_diluted_valuation': money(1915841550000), 'total_volume': money(31230000000), 'high_24h': money(92800.5), 'low_24h': money(90105.25),
                    'price_change_percentage_24h': -1.2, 'price_change_percentage_7d': -2.4, 'price_change_percentage_14d': 1.5, 'price_change_percentage_30d': -5.5, 'price_change_percentage_60d': -9.1,
                    'price_change_percentage_200d': 12.5, 'price_change_percentage_1y': -3.25, 'price_change_percentage_1h_in_currency': money(0.12),
                    'price_change_percentage_24h_in_currency': money(-1.2), 'price_change_percentage_7d_in_currency': money(-2.4), 'price_change_percentage_30d_in_currency': money(-5.5),
                    'price_change_percentage_1y_in_currency': money(-3.25), 'total_supply': 19963018.0, 'max_supply': 21000000.0, 'max_supply_infinite': False, 'circulating_supply': 19963018.0,
                    'outstanding_supply': 19963018.0, 'last_updated': at + '.000Z'},
    'last_updated': at + '.000Z'})
status = {'timestamp': at + '.000Z', 'error_code': '0', 'error_message': 'SUCCESS', 'elapsed': '12', 'credit_count': 1, 'notice': ''}
def cmc(id, name, symbol, slug, rank, price, cap, **more):
    return {'id': id, 'name': name, 'symbol': symbol, 'slug': slug, 'num_market_pairs': 1234, 'date_added': '2010-07-13T00:00:00.000Z', 'tags': ['mineable', 'pow'],
            'max_supply': 21000000, 'circulating_supply': 19963018, 'total_supply': 19963018, 'infinite_supply': False, 'is_active': 1, 'is_market_cap_included_in_calc': 1, 'is_fiat': 0,
            'platform': None, 'cmc_rank': rank, 'self_reported_circulating_supply': None, 'self_reported_market_cap': None, 'tvl_ratio': None, 'minted_market_cap': None,
            'unlocked_circulating_supply': None, 'unlocked_market_cap': None, 'last_updated': at + '.000Z',
            'quote': [{'id': 2781, 'symbol': 'USD', 'price': price, 'volume_24h': 31230000000.5, 'cex_volume_24h': 28107000000.45, 'dex_volume_24h': 3123000000.05, 'volume_24h_reported': 34353000000.55,
                       'volume_7d': 218610000003.5, 'volume_7d_reported': 234225000003.75, 'volume_30d': 936900000015.0, 'volume_30d_reported': 968130000015.5, 'volume_change_24h': -3.21,
                       'percent_change_1h': 0.12, 'percent_change_24h': -1.2, 'percent_change_7d': -2.4, 'percent_change_30d': -5.5, 'percent_change_60d': -9.1, 'percent_change_90d': -12.3,
                       'market_cap': cap, 'market_cap_dominance': 58.91, 'fully_diluted_market_cap': 1915841550000.0, 'minted_market_cap': cap, 'tvl': None, 'market_cap_by_total_supply': cap,
                       'last_updated': at + '.000Z'}]} | more
put('coinmarketcap/listings.json', {'status': status | {'total_count': '2'}, 'data': [cmc(1, 'Bitcoin', 'BTC', 'bitcoin', 1, 91230.55, 1821260000000.1),
    cmc(825, 'Tether USDt', 'USDT', 'tether', 3, 1.0, 184000000000.0, max_supply=None, infinite_supply=True, circulating_supply=184000000000, total_supply=186000000000, tags=['stablecoin'],
        platform={'id': 1027, 'name': 'Ethereum', 'symbol': 'ETH', 'slug': 'ethereum', 'token_address': '0xdac17f958d2ee523a2206206994597c13d831ec7'})]})
put('coinmarketcap/info.json', {'status': status, 'data': {'1': {'id': 1, 'name': 'Bitcoin', 'symbol': 'BTC', 'category': 'coin', 'description': 'Bitcoin (BTC) is a currency of a network of peers.',
    'slug': 'bitcoin', 'logo': 'https://img.example/1.png', 'subreddit': 'bitcoin', 'notice': 'A notice about Bitcoin.', 'tags': ['mineable', 'pow', 'sha-256'], 'tag-names': ['Mineable', 'PoW', 'SHA-256'],
    'urls': {'website': ['https://bitcoin.org/'], 'twitter': [], 'message_board': ['https://bitcointalk.org'], 'chat': [], 'facebook': [], 'explorer': ['https://blockchain.info/'],
             'reddit': ['https://reddit.com/r/bitcoin'], 'technical_doc': ['https://bitcoin.org/bitcoin.pdf'], 'source_code': ['https://github.com/bitcoin/bitcoin'], 'announcement': []},
    'platform': None, 'date_added': '2010-07-13T00:00:00.000Z', 'date_launched': '2010-07-13T00:00:00.000Z', 'twitter_username': '', 'is_hidden': 0, 'infinite_supply': False}}})
put('coinmarketcap/global.json', {'status': status, 'data': {'active_cryptocurrencies': 9214, 'total_cryptocurrencies': 38210, 'active_market_pairs': 45167, 'active_exchanges': 393, 'total_exchanges': 1442,
    'eth_dominance': 11.76, 'btc_dominance': 58.92, 'eth_dominance_yesterday': 11.8, 'btc_dominance_yesterday': 59.0, 'eth_dominance_24h_percentage_change': -0.04, 'btc_dominance_24h_percentage_change': -0.08,
    'quote': {'USD': {'total_market_cap': 3091000000000.5, 'total_volume_24h': 119000000000.25, 'total_market_cap_yesterday': 3123800000000.0, 'total_volume_24h_yesterday': 113900000000.0,
                      'total_market_cap_yesterday_percentage_change': -1.05, 'total_volume_24h_yesterday_percentage_change': 4.5, 'last_updated': '2026-11-20T07:59:59.999Z'}}, 'last_updated': '2026-11-20T07:59:59.999Z'}})
def paprika(id, name, symbol, rank, price, cap, **more):
    return {'id': id, 'name': name, 'symbol': symbol, 'rank': rank, 'total_supply': 19963018, 'max_supply': 21000000, 'beta_value': 1.0151, 'first_data_at': '2010-07-17T00:00:00Z',
            'last_updated': at + 'Z', 'quotes': {'USD': {'price': price, 'volume_24h': 31230000000.844, 'volume_24h_change_24h': -6.05, 'market_cap': cap, 'market_cap_change_24h': -1.19,
            'percent_change_15m': 0.03, 'percent_change_30m': 0.02, 'percent_change_1h': 0.12, 'percent_change_6h': -0.06, 'percent_change_12h': 0.22, 'percent_change_24h': -1.2,
            'percent_change_7d': -2.4, 'percent_change_30d': -5.5, 'percent_change_1y': -3.25, 'ath_price': 126173.1784642, 'ath_date': '2025-10-06T18:52:09Z', 'percent_from_price_ath': -27.69}}} | more
put('coinpaprika/tickers.json', [paprika('btc-bitcoin', 'Bitcoin', 'BTC', 1, 91230.55, 1821260000000), paprika('usdt-tether', 'Tether', 'USDT', 3, 1.0, 184000000000, total_supply=186000000000, max_supply=0)])
put('coinpaprika/coin.json', {'id': 'btc-bitcoin', 'name': 'Bitcoin', 'symbol': 'BTC', 'rank': 1, 'is_new': False, 'is_active': True, 'type': 'coin', 'logo': 'https://img.example/logo.png',
    'tags': [{'id': 'pow', 'name': 'Proof Of Work', 'coin_counter': 494, 'ico_counter': 14}, {'id': 'payments', 'name': 'Payments', 'coin_counter': 44, 'ico_counter': 4}],
    'team': [{'id': 'satoshi-nakamoto', 'name': 'Satoshi Nakamoto', 'position': 'Founder'}], 'description': 'Bitcoin is a currency of a network of peers.', 'message': 'Blocks are full today.', 'open_source': True,
    'started_at': '2009-01-03T00:00:00Z', 'development_status': 'Working product', 'hardware_wallet': True, 'proof_type': 'Proof of Work', 'org_structure': 'Decentralized', 'hash_algorithm': 'SHA256',
    'contract': None, 'platform': None, 'contracts': [],
    'links': {'explorer': ['https://blockchair.com/bitcoin/'], 'facebook': ['https://www.facebook.com/bitcoins/'], 'reddit': ['https://www.reddit.com/r/bitcoin'],
              'source_code': ['https://github.com/bitcoin/bitcoin'], 'website': ['https://bitcoin.org/'], 'youtube': ['https://youtube.example/btc'], 'medium': None},
    'links_extended': [{'url': 'https://bitcointalk.org', 'type': 'message_board'}, {'url': 'https://twitter.com/bitcoin', 'type': 'twitter', 'stats': {'followers': 4000000}},
                       {'url': 'https://chat.example/btc', 'type': 'chat'}, {'url': 'https://blog.example/btc', 'type': 'blog'}, {'url': 'https://wallet.example/btc', 'type': 'wallet'},
                       {'url': 'https://ann.example/btc', 'type': 'announcement'},
                       {'url': 'https://github.com/bitcoin/bitcoin', 'type': 'source_code', 'stats': {'contributors': 1000, 'stars': 80000}}],
    'whitepaper': {'link': 'https://static.example/bitcoin.pdf', 'thumbnail': 'https://img.example/thumb.jpg'}, 'first_data_at': '2010-07-17T00:00:00Z', 'last_data_at': at + 'Z'})
put('coinpaprika/global.json', {'market_cap_usd': 3091000000000, 'volume_24h_usd': 119000000000, 'bitcoin_dominance_percentage': 58.92, 'cryptocurrencies_number': 12031,
    'market_cap_ath_value': 4289000000000, 'market_cap_ath_date': '2025-10-06T18:55:00Z', 'volume_24h_ath_value': 33401557439370, 'volume_24h_ath_date': '2021-10-22T12:50:00Z',
    'volume_24h_percent_from_ath': -99.6, 'volume_24h_percent_to_ath': 9999.99, 'market_cap_change_24h': -1.05, 'volume_change_24h': 4.5, 'last_updated': 1795161600})
def raw(symbol, price, cap, supply):
    return {'TYPE': '5', 'MARKET': 'CCCAGG', 'FROMSYMBOL': symbol, 'TOSYMBOL': 'USD', 'FLAGS': '2049', 'PRICE': price, 'LASTUPDATE': 1795161600, 'MEDIAN': price, 'LASTVOLUME': 0.0001, 'LASTVOLUMETO': 9.1,
            'LASTTRADEID': '1', 'VOLUMEDAY': 100.5, 'VOLUMEDAYTO': 9168000.5, 'VOLUME24HOUR': 20010.5, 'VOLUME24HOURTO': 1825570000.25, 'OPENDAY': price * 1.01, 'HIGHDAY': price * 1.015, 'LOWDAY': price * 0.985,
            'OPEN24HOUR': price * 1.012, 'HIGH24HOUR': price * 1.02, 'LOW24HOUR': price * 0.98, 'LASTMARKET': 'Kraken', 'VOLUMEHOUR': 10.5, 'VOLUMEHOURTO': 957920.5, 'OPENHOUR': price, 'HIGHHOUR': price, 'LOWHOUR': price,
            'TOPTIERVOLUME24HOUR': 20000.5, 'TOPTIERVOLUME24HOURTO': 1824570000.25, 'CHANGE24HOUR': -price * 0.012, 'CHANGEPCT24HOUR': -1.2, 'CHANGEDAY': -price * 0.01, 'CHANGEPCTDAY': -0.99, 'CHANGEHOUR': price * 0.0012,
            'CHANGEPCTHOUR': 0.12, 'CONVERSIONTYPE': 'direct', 'CONVERSIONSYMBOL': '', 'SUPPLY': supply, 'MKTCAP': cap, 'MKTCAPPENALTY': 0, 'CIRCULATINGSUPPLY': supply, 'CIRCULATINGSUPPLYMKTCAP': cap,
            'TOTALVOLUME24H': 342310.5, 'TOTALVOLUME24HTO': 31230000000.5, 'TOTALTOPTIERVOLUME24H': 341310.5, 'TOTALTOPTIERVOLUME24HTO': 31130000000.5, 'IMAGEURL': '/media/37746251/btc.png'}
def info(id, symbol, name, **more):
    return {'Id': id, 'Name': symbol, 'FullName': name, 'Internal': symbol, 'ImageUrl': f'/media/{id}.png', 'Url': f'/coins/{symbol.lower()}/overview', 'Algorithm': 'SHA-256', 'ProofType': 'PoW',
            'Rating': {'Weiss': {'Rating': 'B', 'TechnologyAdoptionRating': 'A', 'MarketPerformanceRating': 'C'}}, 'NetHashesPerSecond': 1.1e21, 'BlockNumber': 925000, 'BlockTime': 600, 'BlockReward': 3.125,
            'AssetLaunchDate': '2009-01-03', 'MaxSupply': 20999999.9769, 'Type': 1, 'DocumentType': 'Webpagecoinp'} | more
coins = [(info('1182', 'BTC', 'Bitcoin'), raw('BTC', 91230.55, 1821260000000.5, 19963018.0)),
         (info('171986', 'USDT', 'Tether', Algorithm='N/A', ProofType='N/A', BlockTime=0, BlockReward=0, MaxSupply=-1, AssetLaunchDate='2014-07-06'), raw('USDT', 1.0, 184000000000.5, 184000000000.0))]
put('cryptocompare/20261120T080000Z/top.json', {'Message': 'Success', 'Type': 100, 'MetaData': {'Count': 2}, 'SponsoredData': [],
    'Data': [{'CoinInfo': i, 'RAW': {'USD': r}, 'DISPLAY': {'USD': {'PRICE': '$ 1'}}} for i, r in coins], 'RateLimit': {}, 'HasWarning': False})
put('cryptocompare/20261120T080000Z/coinlist.json', {'Response': 'Success', 'Message': 'Coin list succesfully returned!', 'BaseImageUrl': 'https://www.cryptocompare.com', 'BaseLinkUrl': 'https://www.cryptocompare.com',
    'Data': {'BTC': {'Id': '1182', 'Url': '/coins/btc/overview', 'ImageUrl': '/media/37746251/btc.png', 'ContentCreatedOn': 1417084300, 'Name': 'BTC', 'Symbol': 'BTC', 'CoinName': 'Bitcoin', 'FullName': 'Bitcoin (BTC)',
        'Description': 'Bitcoin is a currency of a network of peers.', 'AssetTokenStatus': 'N/A', 'Algorithm': 'SHA-256', 'ProofType': 'PoW', 'SortOrder': '1', 'Sponsored': False, 'Taxonomy': {'Access': 'Permissionless'},
        'Rating': {'Weiss': {'Rating': 'B'}}, 'IsTrading': True, 'TotalCoinsMined': 19963018.0, 'CirculatingSupply': 19963018.0, 'BlockNumber': 925000, 'NetHashesPerSecond': 1.1e21, 'BlockReward': 3.125, 'BlockTime': 600,
        'AssetLaunchDate': '2009-01-03', 'AssetWhitepaperUrl': 'https://bitcoin.org/bitcoin.pdf', 'AssetWebsiteUrl': 'https://bitcoin.org', 'MaxSupply': 20999999.9769, 'MktCapPenalty': 0, 'IsUsedInDefi': 1, 'IsUsedInNft': 1,
        'PlatformType': 'blockchain', 'DecimalPoints': 8, 'AlgorithmType': '', 'Difficulty': 1.5e14}}, 'RateLimit': {}, 'HasWarning': False, 'Type': 100})
