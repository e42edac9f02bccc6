#!/usr/bin/env python3
"""Doubles inputs and fails where the cost of a command grows with the square: growth.py MEDIAPROBE [--counter cpu|instructions] [--quick]

Each kind of input in growth_inputs.py goes to each command that takes it, at size n and 2n. More than 2.6 times the cost, beyond what
the command costs on nothing, and again from 2n to 4n, is a failure; so are a signal, an exit code that is not documented and more than 64 MiB.

cpu           user time of the process, the least of several runs; n doubles until a run costs enough to be compared.
instructions  instructions of the process as `perf stat` or `valgrind --tool=cachegrind` counts them: the same on every machine.
"""
import argparse, concurrent.futures, os, re, resource, shutil, subprocess, sys, tempfile

sys.dont_write_bytecode = True
from growth_inputs import COMMANDS, CROSSED, KINDS, QUICK, SUFFIX

DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 74}
MOST_GROWTH = 2.6
MOST_MEMORY = 64


class Run:
    """What one process cost."""
    def __init__(self, program, words, limit):
        pid = os.fork()
        if pid == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2): os.dup2(null, descriptor)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.execve(program, [program] + words, dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        _, status, usage = os.wait4(pid, 0)
        self.signal, self.code = status & 127, status >> 8
        self.cost, self.memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

    @property
    def fault(self):
        if self.signal: return "over the limit of time" if self.signal in (9, 24) else f"signal {self.signal}"
        if self.code not in DOCUMENTED: return f"exit code {self.code}"
        return f"{self.memory:.0f} MiB" if self.memory > MOST_MEMORY else None


class Trial:
    def __init__(self, options, kind, command, folder):
        self.options, self.kind, self.command, self.folder = options, kind, command, folder
        self.format, self.start, self.make = KINDS[kind]

    def words(self, n):
        path = os.path.join(self.folder, "in" + SUFFIX[self.format])
        # In a process of its own: a child's peak memory counts from that of its parent.
        pid = os.fork()
        if pid == 0:
            with open(path, "wb") as file: file.write(self.make(n))
            os._exit(0)
        os.waitpid(pid, 0)
        self.size = os.path.getsize(path)
        return [os.path.join(self.folder, "out" + word[3:]) if word.startswith("OUT") else path if word == "IN" else word for word in self.command.split()]

    def cost(self, n, repeat=1):
        """Seconds beyond those of an empty run, and the last run."""
        words = self.words(n)
        runs = [Run(self.options.program, words, self.options.limit) for _ in range(repeat)]
        return max(0, min(run.cost for run in runs) - self.options.base), runs[0]

    def by_time(self):
        """(n, bytes, seconds, growth, MiB, fault)"""
        n = self.start
        before, run = self.cost(n)
        while run.fault is None:
            last, size = before, self.size
            n *= 2
            before, run = self.cost(n)
            # A field that holds a count may limit the input: it does not grow beyond then.
            is_growing = self.size > size
            if run.fault is None and before < self.options.enough and self.size < self.options.most and is_growing: continue
            growth = before / max(last, 0.01)
            # Other processes disturb a run: what grows too much does so each time.
            for _ in range(3):
                if run.fault is not None or growth <= MOST_GROWTH or before <= 0.1: break
                last, _ = self.cost(n // 2, 4)
                before, run = self.cost(n, 3)
                growth = before / max(last, 0.02)
            fault = run.fault or (f"grows by {growth:.1f}" if growth > MOST_GROWTH and before > 0.1 else None)
            size = self.size
            if fault and run.fault is None:
                # Inputs that outgrow a cache or a pool of the allocator cost more once; what grows with the square does so again.
                after, run = self.cost(2 * n, 3)
                again = after / max(before, 0.02)
                if run.fault is None and self.size > size and again <= MOST_GROWTH: fault, growth = None, again
            return n, size, before, growth, run.memory, run.fault or fault
        return n, self.size, before, 0, run.memory, run.fault

    def instructions(self, n):
        words = [self.options.program] + self.words(n)
        if self.options.perf:
            found = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u"] + words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            return int(re.search(rb"^(\d+),[^,]*,instructions", found.stderr, re.M).group(1))
        note = os.path.join(self.folder, "counted")
        subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-file=" + note] + words,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return int(re.search(r"I +refs: +([\d,]+)", open(note).read()).group(1).replace(",", ""))

    def by_instructions(self):
        """Compares the steps from n to 2n and from 2n to 4n, so that what the command costs on nothing cancels out."""
        n = self.start
        costs = [self.instructions(n), self.instructions(2 * n)]
        while True:
            size = self.size
            costs.append(self.instructions(4 * n))
            before, after = costs[1] - costs[0], costs[2] - costs[1]
            if after >= self.options.counted or 2 * self.size > self.options.most or self.size <= size: break
            costs.pop(0)
            n *= 2
        growth = after / max(before, 1)
        is_bad = growth > MOST_GROWTH and after > self.options.counted // 4
        return 4 * n, self.size, after / 1e6, growth, 0, f"grows by {growth:.1f}" if is_bad else None


def has_perf():
    if not shutil.which("perf"): return False
    found = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return re.search(rb"^\d+,[^,]*,instructions", found.stderr, re.M) is not None


def tried(options, kind, command):
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(options, kind, command, folder)
        return kind, command, trial.by_instructions() if options.counter == "instructions" else trial.by_time()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--counter", choices=["cpu", "instructions"], default="cpu")
    parser.add_argument("--quick", action="store_true", help="one command for each kind, in turn, all for some, and small sizes")
    parser.add_argument("--kind", help="only kinds with this in their name")
    parser.add_argument("--command", help="only commands with this in their words")
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time for one run")
    parser.add_argument("--enough", type=float, help="seconds that are enough to be compared; 0.5, with --quick 0.2")
    parser.add_argument("--counted", type=int, default=100_000_000, help="instructions of a step that are enough to be compared")
    parser.add_argument("--most", type=int, help="bytes that no input grows beyond; 4 MiB, with --quick 1 MiB")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.perf = has_perf()
    options.most = options.most or (1 << 20 if options.quick else 4 << 20)
    options.enough = options.enough or (0.2 if options.quick else 0.5)
    if options.counter == "instructions" and not options.perf and not shutil.which("valgrind"):
        sys.exit("growth.py: neither perf's instructions:u nor valgrind is there")
    trials = [(kind, command) for kind in KINDS for command in COMMANDS[KINDS[kind][0]]
              if (options.kind or "") in kind and (options.command or "") in command]
    if options.quick:
        turns = {kind: QUICK[KINDS[kind][0]] for kind in KINDS if (options.kind or "") in kind}
        trials = [(kind, command) for place, (kind, all) in enumerate(turns.items())
                  for command in (all if kind in CROSSED else [all[place % len(all)]])]
    with tempfile.TemporaryDirectory() as folder:
        some = Trial(options, "samples", "info IN", folder)
        options.base = min(Run(options.program, some.words(1), options.limit).cost for _ in range(5))
    failures = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(tried, options, *trial) for trial in trials]):
            kind, command, (n, size, cost, growth, memory, fault) = future.result()
            failures += fault is not None
            if fault or options.verbose:
                print(f"{'FAIL' if fault else 'fine'}  {kind}  |  {command}  |  n {n}, {size} bytes, {cost:.2f}, growth {growth:.2f}, {memory:.0f} MiB  {fault or ''}", flush=True)
    print(f"{len(trials)} runs of {len(set(kind for kind, _ in trials))} kinds, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
