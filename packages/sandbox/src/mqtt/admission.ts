import type { MqttLimits } from '../core/limits.ts';
import type { RateLimit, SharedState } from '../core/shared-state.ts';
import type { DeviceSession } from './device-calls.ts';
import { MqttError, reasons } from './reason.ts';

const keyOf = ({ projectId, nodeId, deviceId }: DeviceSession) =>
  `${projectId}/${nodeId}/${deviceId}`;

/** Limits which devices connect to this server, and how often devices connect to all servers that share their state. */
export class Admission {
  private readonly byProject = new Map<string, number>();
  /** Connections of each device: more than one while a new one replaces an older one. */
  private readonly byDevice = new Map<string, number>();
  private readonly connects: RateLimit;
  private readonly failures: RateLimit;
  private readonly failuresPerClient: RateLimit;
  private total = 0;

  constructor(
    private readonly limits: MqttLimits,
    shared: SharedState,
  ) {
    this.connects = shared.rateLimit('connects', limits.connects);
    this.failures = shared.rateLimit('failures', limits.failures);
    this.failuresPerClient = shared.rateLimit('failures-client', limits.failuresPerClient);
  }

  /** Devices that are connected. */
  get connections(): number {
    return this.total;
  }

  /**
   * @param deviceId that the client claims to be
   * @throws MqttError when too many of its credentials were rejected
   */
  async checkFailures(client: string, deviceId: string): Promise<void> {
    const isAllowed =
      (await this.failures.hasCapacity(`${client} ${deviceId}`)) &&
      (await this.failuresPerClient.hasCapacity(client));
    if (isAllowed) return;
    const text = 'Too many connections with wrong credentials. Wait a minute, then check them.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /** Counts rejected credentials: a device with a wrong key must not keep others of its address out. */
  async countFailure(client: string, deviceId: string): Promise<void> {
    await Promise.all([
      this.failures.take(`${client} ${deviceId}`),
      this.failuresPerClient.take(client),
    ]);
  }

  /** @throws MqttError when a device connects too often */
  async checkRate({ projectId, nodeId }: DeviceSession): Promise<void> {
    if (await this.connects.take(`${projectId}/${nodeId}`)) return;
    const text = 'This device connects too often. Keep one connection, and wait before the next.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts a device as connected until `release` is called as often. A device that is already connected takes no further capacity.
   * @throws MqttError when too many are connected
   */
  admit(device: DeviceSession): void {
    const key = keyOf(device);
    const ofDevice = this.byDevice.get(key) ?? 0;
    if (ofDevice === 0) this.add(device);
    this.byDevice.set(key, ofDevice + 1);
  }

  release(device: DeviceSession): void {
    const key = keyOf(device);
    const ofDevice = (this.byDevice.get(key) ?? 1) - 1;
    if (ofDevice > 0) {
      this.byDevice.set(key, ofDevice);
      return;
    }
    this.byDevice.delete(key);
    this.total -= 1;
    const ofProject = (this.byProject.get(device.projectId) ?? 1) - 1;
    if (ofProject > 0) this.byProject.set(device.projectId, ofProject);
    else this.byProject.delete(device.projectId);
  }

  private add({ projectId }: DeviceSession): void {
    const { connections, connectionsPerProject } = this.limits;
    if (this.total >= connections) {
      const text = `This sandbox takes ${connections} connections, and all are in use. Try again later.`;
      throw new MqttError(reasons.serverBusy, text);
    }
    const ofProject = this.byProject.get(projectId) ?? 0;
    if (ofProject >= connectionsPerProject) {
      const text = `A project of this sandbox takes ${connectionsPerProject} connections, and all are in use.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    this.total += 1;
    this.byProject.set(projectId, ofProject + 1);
  }
}
