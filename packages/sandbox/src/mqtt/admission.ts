import type { RateLimit, SharedState } from '../shared-state/index.ts';
import type { DeviceSession } from './device-calls.ts';
import type { MqttLimits } from './limits.ts';
import { MqttError, reasons } from './reason.ts';

const keyOf = ({ projectId, nodeId, deviceId }: DeviceSession) =>
  `${projectId}/${nodeId}/${deviceId}`;

/** Counts who is connected to this server, and how often connections come to all that share their state. */
export class Admission {
  private streams = 0;
  private readonly byProject = new Map<string, number>();
  /** Connections of each device: more than one while a new one takes the place of an older. */
  private readonly byDevice = new Map<string, number>();
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

  /** Network connections that are held at most: those without credentials yet must not keep the others out. */
  get maxStreams(): number {
    return 2 * this.limits.connections;
  }

  /** Devices that are connected. */
  get connections(): number {
    return this.total;
  }

  /** Whether one more network connection is taken; it counts until `left`. */
  arrived(): boolean {
    if (this.streams >= this.maxStreams) return false;
    this.streams += 1;
    return true;
  }

  left(): void {
    this.streams -= 1;
  }

  /** @throws MqttError when too many credentials of a client were refused */
  async checkClient(client: string): Promise<void> {
    if (await this.failures.hasRoom(client)) return;
    const text = 'Too many connections with wrong credentials. Wait a minute, then check them.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  async failed(client: string): Promise<void> {
    await this.failures.take(client);
  }

  /** @throws MqttError when a device connects too often */
  async checkRate({ projectId, nodeId }: DeviceSession): Promise<void> {
    if (await this.connects.take(`${projectId}/${nodeId}`)) return;
    const text = 'This device connects too often. Keep one connection, and wait before the next.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts a device as connected until as many `release`. One that is connected already needs no further room.
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
      const text = `This sandbox takes ${connections} connections, which are in use. Try again later.`;
      throw new MqttError(reasons.serverBusy, text);
    }
    const ofProject = this.byProject.get(projectId) ?? 0;
    if (ofProject >= connectionsPerProject) {
      const text = `A project of this sandbox takes ${connectionsPerProject} connections, which are in use.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    this.total += 1;
    this.byProject.set(projectId, ofProject + 1);
  }
}
