# A small market to try commands on: two coins over 77 weeks and one that begins, what they are made of, and a pipeline.
printf 'id,symbol,name,repos\nann,ANN,Ann,a/one\nben,BEN,Ben,b/two\ncat,CAT,Cat,c/three\n' >coins.csv
echo date,coin_id,price_usd,market_cap_usd,volume_usd >market.csv
echo repo,week_start,commits,developers,developer_days >commits.csv
echo coin_id,term,week_start,value >trends.csv
python3 -c '
from datetime import date, timedelta
files = [open(name, "a") for name in ("market.csv", "commits.csv", "trends.csv")]
for n in range(77):
    day = date(2022, 10, 2) + timedelta(weeks=n)
    for coin, repo, sign in (("ann", "a/one", 1), ("ben", "b/two", -1)):
        print(day + timedelta(days=6), coin, 100 + sign * n, 9000 + 10 * n, 500 + sign * (n % 7), sep=",", file=files[0])
        print(repo, day, 20 + sign * (n // 8), 4, 9, sep=",", file=files[1])
        print(coin, coin + " coin", day, 50 + sign * (n % 9), sep=",", file=files[2])
'
git init --quiet --initial-branch main c__three
for week in 05 12 19; do
    GIT_AUTHOR_DATE="2024-02-${week}T12:00:00Z" GIT_COMMITTER_DATE="2024-02-${week}T12:00:00Z" \
        git -C c__three -c user.name=Ada -c user.email=ada@example.org commit --quiet --allow-empty --message "Week $week"
done
mkdir migrations
printf 'ecoadd Ann\nrepadd Ann https://github.com/a/one\n' >migrations/2023-01-01T000000_start
cat >pipeline.yaml <<'YAML'
store: run.sqlite
out: out
preset: activity
inputs:
  coins: coins.csv
  market: market.csv
  commits: commits.csv
  trends: trends.csv
outputs: [ranking.csv]
YAML
