# What an answer says of the largest coin and of the market that no screen has: its numbers and texts, looked for in all that was printed.
import json, re, sys
files, printed = sys.argv[1].split(","), open(sys.argv[2], encoding="utf-8").read().replace("\u2212", "-")
numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", printed)]
def has(value):
    if isinstance(value, str):
        day = re.match(r"\d{4}-\d\d-\d\dT", value)
        return re.sub("<[^>]*>", "", value) in printed or bool(day) and value[:19] in printed or bool(day) and value[:10] in printed
    rounded = [round(value / 1e9)] if value >= 1e11 else []
    return any(abs(n - other) <= 1e-9 * abs(other) for other in [value, value / 100, value / 60] + rounded for n in numbers)
def leaves(value, path):
    if isinstance(value, dict):
        for key, below in value.items(): yield from leaves(below, path + [key])
    elif isinstance(value, list):
        isOfCoins = any(isinstance(below, dict) and ("price" in str(below).lower()) for below in value)
        for below in value[:1] if isOfCoins else value: yield from leaves(below, path)
    elif value not in (None, "", False, True): yield "/".join(path), value
unseen, all_of = [], 0
for name in files:
    for path, value in leaves(json.load(open(name)), []):
        if "/eur" in path or "/DISPLAY" in path or path.startswith("status"): continue
        all_of += 1
        if not has(value) and path not in unseen: unseen.append(path)
print(f"{all_of} values, of them on no screen:", " ".join(unseen))
