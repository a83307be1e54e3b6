"""Sends lines to `assay mcp`, as a client does that waits for each answer, and prints these. usage: assistant.py FILE [OPTION...]

A line of FILE is a message; one that begins with `#` is printed as it is. Results are printed as JSON with sorted names,
texts that repeat the structured content left out.
"""
import json
import subprocess
import sys

server = subprocess.Popen(["assay", "mcp", *sys.argv[2:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in open(sys.argv[1], "rb"):
    if line.startswith(b"#"):
        print(line.decode().strip())
        continue
    server.stdin.write(line)
    server.stdin.flush()
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if isinstance(message, dict) and "id" not in message:
        continue
    answer = server.stdout.readline()
    if not answer.isascii():
        print("NOT ASCII")
    answer = json.loads(answer)
    result = answer.get("result", {})
    if "structuredContent" in result:
        if json.loads(result["content"][0]["text"]) != result["structuredContent"]:
            print("TEXT AND STRUCTURE DIFFER")
        del result["content"]
    print(json.dumps(answer, sort_keys=True, ensure_ascii=True), flush=True)
server.stdin.close()
rest = server.stdout.read()
print(f"ends with {server.wait()}" + (f" and {len(rest)} bytes more" if rest else ""))
