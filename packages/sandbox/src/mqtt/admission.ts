import type { RateLimit, SharedState } from '../shared-state/index.ts';
import type { DeviceSession } from './device-calls.ts';
import type { MqttLimits } from './limits.ts';
import { reasons, Refusal } from './reason.ts';

/** Counts who is connected to this server, and how often connections come to all that share their state. */
export class Admission {
  private streams = 0;
  private readonly byProject = new Map<string, number>();
  private readonly connects: RateLimit;
  private readonly failures: RateLimit;
  private total = 0;

  constructor(
    private readonly limits: MqttLimits,
    shared: SharedState,
  ) {
    this.connects = shared.rateLimit('connects', limits.connects);
    this.failures = shared.rateLimit('failures', limits.failures);
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
  async checkAddress(address: string): Promise<void> {
    if (await this.failures.hasRoom(address)) return;
    const text = 'Too many connections with wrong credentials. Wait a minute, then check them.';
    throw new Refusal(reasons.connectionRateExceeded, text);
  }

  async failed(address: string): Promise<void> {
    await this.failures.take(address);
  }

  /** @throws Refusal when a device connects too often */
  async checkRate({ projectId, nodeId }: DeviceSession): Promise<void> {
    if (await this.connects.take(`${projectId}/${nodeId}`)) return;
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
