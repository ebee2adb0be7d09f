import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProcessReport } from './messages.ts';
import type { SandboxUpstream } from './upstream.ts';

/** Adds what tells about the sandbox's process; what it reports of itself is as old as its last heartbeat. */
export function addMeasures(registry: Registry, upstream: SandboxUpstream): void {
  const registers = [registry];
  new Gauge({
    name: 'sandbox_up',
    help: 'Whether the sandbox takes requests',
    registers,
    collect() {
      this.set(upstream.state.kind === 'ready' ? 1 : 0);
    },
  });
  new Counter({
    name: 'sandbox_restarts_total',
    help: "How often the sandbox's process was started again",
    registers,
    collect() {
      this.reset();
      this.inc(upstream.restarts);
    },
  });
  const gauge = (name: string, help: string, read: (report: ProcessReport) => number) =>
    new Gauge({
      name: `sandbox_${name}`,
      help,
      registers,
      collect() {
        const { report } = upstream;
        if (report) this.set(read(report));
        else this.remove();
      },
    });
  gauge(
    'resident_memory_bytes',
    "Resident memory of the sandbox's process",
    ({ residentBytes }) => residentBytes,
  );
  gauge(
    'heap_used_bytes',
    "Heap in use of the sandbox's process",
    ({ heapUsedBytes }) => heapUsedBytes,
  );
  gauge(
    'eventloop_lag_p99_seconds',
    "99th percentile of the delay of the event loop in the sandbox's process since its last heartbeat",
    ({ eventLoopDelay }) => eventLoopDelay.p99,
  );
  gauge(
    'eventloop_lag_max_seconds',
    "Longest delay of the event loop in the sandbox's process since its last heartbeat",
    ({ eventLoopDelay }) => eventLoopDelay.max,
  );
}
