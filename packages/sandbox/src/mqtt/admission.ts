import type { Clock } from '../core/clock.ts';
import type { DeviceSession } from './device-calls.ts';
import type { MqttLimits } from './limits.ts';
import { reasons, Refusal } from './reason.ts';
import { TokenBuckets } from './token-bucket.ts';

/** Counts who is connected, and how often connections come. */
export class Admission {
  private streams = 0;
  private readonly byProject = new Map<string, number>();
  private readonly connects: TokenBuckets;
  private readonly failures: TokenBuckets;
  private total = 0;

  constructor(
    private readonly limits: MqttLimits,
    clock: Clock,
  ) {
    this.connects = new TokenBuckets(limits.connects, clock);
    this.failures = new TokenBuckets(limits.failures, clock);
  }

  /** Devices that are connected. */
  get connections(): number {
    return this.total;
  }

  /** Whether one more network connection is taken; it counts until `left`. */
  arrived(): boolean {
    // Connections without credentials yet must not keep those out that would get an answer.
    if (this.streams >= 2 * this.limits.connections) return false;
    this.streams += 1;
    return true;
  }

  left(): void {
    this.streams -= 1;
  }

  /** @throws Refusal when too many credentials from an address were refused */
  checkAddress(address: string): void {
    if (this.failures.of(address).hasToken()) return;
    const text = 'Too many connections with wrong credentials. Wait a minute, then check them.';
    throw new Refusal(reasons.connectionRateExceeded, text);
  }

  failed(address: string): void {
    this.failures.of(address).take();
  }

  /** @throws Refusal when a device connects too often */
  checkRate({ projectId, nodeId }: DeviceSession): void {
    if (this.connects.of(`${projectId}/${nodeId}`).take()) return;
    const text = 'This device connects too often. Keep one connection, and wait before the next.';
    throw new Refusal(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts a device as connected until `release`.
   * @throws Refusal when too many are connected
   */
  admit({ projectId }: DeviceSession): void {
    const { connections, connectionsPerProject } = this.limits;
    if (this.total >= connections) {
      const text = `This sandbox takes ${connections} connections, which are in use. Try again later.`;
      throw new Refusal(reasons.serverBusy, text);
    }
    const ofProject = this.byProject.get(projectId) ?? 0;
    if (ofProject >= connectionsPerProject) {
      const text = `A project of this sandbox takes ${connectionsPerProject} connections, which are in use.`;
      throw new Refusal(reasons.quotaExceeded, text);
    }
    this.total += 1;
    this.byProject.set(projectId, ofProject + 1);
  }

  release({ projectId }: DeviceSession): void {
    this.total -= 1;
    const ofProject = (this.byProject.get(projectId) ?? 1) - 1;
    if (ofProject > 0) this.byProject.set(projectId, ofProject);
    else this.byProject.delete(projectId);
  }
}
