"""Any job over Spark: lines of its list go to workers, files come from them. README.md says when this is worth its start."""
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from partitions import Job, Refused, begin, fail, finish, options, work

HOME = "127.0.0.1"
LOCAL = {"spark.driver.host": HOME, "spark.driver.bindAddress": HOME, "spark.executor.memory": "512m"}
MODULES = ("partitions.py", "commits.py", "cells.py", "engine.py")


@contextlib.contextmanager
def local_spark(workers):
    """A master and workers on loopback. They end with this process, whatever ends it."""
    import pyspark
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        raise Refused("java: not found; install it with `apt-get install default-jre-headless`")
    with socket.socket() as probe:
        probe.bind((HOME, 0))
        port = str(probe.getsockname()[1])
    url, started = f"spark://{HOME}:{port}", []
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["SPARK_LOCAL_IP"] = HOME

    def start(role, host, *words):
        command = ["setpriv", "--pdeathsig", "TERM", str(Path(pyspark.__file__).parent / "bin/spark-class"),
                   f"org.apache.spark.deploy.{role.lower()}.{role}", "--host", host, "--webui-port", "0", *words]
        started.append(subprocess.Popen(command, env=os.environ | {"SPARK_LOCAL_IP": host}, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    with tempfile.TemporaryDirectory(prefix="assay-spark-") as place:
        try:
            start("Master", HOME, "--port", port)
            for number in range(1, workers + 1):  # a name each: Spark starts no copy of a straggler on the host of the first attempt
                start("Worker", f"127.0.0.{number}", "--cores", "1", "--memory", "1g", "--work-dir", place, url)
            yield url
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(20)
                process.kill()
                process.wait()


@contextlib.contextmanager
def spark(name, master, slow, is_local):
    """A context with retries and copies of stragglers; what the user or `spark-submit` has set stays."""
    from pyspark import SparkConf, SparkContext
    settings = {"spark.app.name": f"assay {name}", "spark.ui.enabled": "false", "spark.task.maxFailures": "4",
                "spark.ui.showConsoleProgress": "false", "spark.speculation": "true",
                "spark.speculation.minTaskRuntime": f"{slow:g}s", **(LOCAL if is_local else {})}
    conf = SparkConf()
    if master:
        conf.setMaster(master)
    for key, value in settings.items():
        conf.setIfMissing(key, value)
    context = SparkContext(conf=conf)
    try:
        if is_local:  # elsewhere its log says why a job waits
            context.setLogLevel("OFF")
        for module in MODULES:
            context.addPyFile(str(Path(__file__).with_name(module)))
        yield context
    finally:
        context.stop()


def cores_of(context, workers):
    """Cores, after local workers have registered; a cluster of others may start its executors only for tasks."""
    for _ in range(360):
        if not workers or context._jsc.sc().getExecutorMemoryStatus().size() > workers:
            return context.defaultParallelism
        time.sleep(0.5)
    raise Refused(f"{context.master}: fewer than {workers} executors after three minutes; look at its log")


def task(part, job):
    from pyspark import TaskContext
    return work(part, job, str(TaskContext.get().taskAttemptId()))


def run(name: str, about: str, kind: type[Job]) -> int:
    """Does a kind of job as the words of the command say."""
    cli = options(name, f"{about} over Spark.", kind)
    cli.add_argument("--master", help="address of a Spark (default: that of spark-submit)")
    cli.add_argument("--slow", type=float, default=60, metavar="SECONDS",
                     help="from when on a task is a straggler and gets a copy, well above a usual one (default: 60)")
    given = cli.parse_args()
    try:
        lines = kind.read(given.list)
        with (local_spark(given.local) if given.local else contextlib.nullcontext(given.master) as master,
              spark(name, master, given.slow, given.local) as context):
            job, parts = begin(kind, given, lines, cores_of(context, given.local))
            try:
                results = context.parallelize(parts, len(parts)).map(lambda part: task(part, job)).collect()
            except Exception as error:  # Py4J's, with the words of the last attempt in it
                fail(cli.prog, error)
                results = []
            finish(results, job, parts)
    except Refused as error:
        return fail(cli.prog, error)
    return 0
