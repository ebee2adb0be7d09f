import { clientRateLimit } from '../core/client-rate-limit.ts';
import type { MqttLimits } from '../core/limits.ts';
import type { RateLimit, SharedState } from '../core/shared-state.ts';
import { Slots } from '../serve/fairness/index.ts';
import type { DeviceSession } from './device-api.ts';
import { MqttError, reasons } from './reason.ts';

const keyOf = ({ projectId, nodeId, deviceId }: DeviceSession) =>
  `${projectId}/${nodeId}/${deviceId}`;

/** Limits the devices connected to this server, and the rate at which each device connects to all servers with shared state. */
export class Admission {
  private readonly byProject = new Map<string, number>();
  /** Connections of each device: more than one while a new one replaces an older one. */
  private readonly byDevice = new Map<string, number>();
  private readonly connects: RateLimit;
  private readonly failures: RateLimit;
  private readonly failuresPerClient: RateLimit;
  /** Connected devices by client. */
  private readonly slots: Slots;
  private readonly slotOf = new Map<string, () => void>();

  constructor(
    private readonly limits: MqttLimits,
    shared: SharedState,
  ) {
    this.slots = new Slots({ all: limits.connections, client: limits.connectionsPerClient });
    this.connects = shared.rateLimit('connects', limits.connects);
    this.failures = shared.rateLimit('failures', limits.failures);
    this.failuresPerClient = clientRateLimit(shared, 'failures-client', limits.failuresPerClient);
  }

  /** Number of connected devices. */
  get connections(): number {
    return this.slots.inUse;
  }

  /**
   * Rejects a device after too many attempts with invalid credentials.
   * @param deviceId device that the client claims to be
   * @throws MqttError
   */
  async checkFailures(client: string, deviceId: string): Promise<void> {
    const isAllowed =
      (await this.failures.hasCapacity(`${client} ${deviceId}`)) &&
      (await this.failuresPerClient.hasCapacity(client));
    if (isAllowed) return;
    const text =
      'Too many connection attempts with invalid credentials. Check the credentials and try again in a minute.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts an attempt with invalid credentials per client address and device, so that a device with a wrong key does not lock
   * out others at its address.
   */
  async countFailure(client: string, deviceId: string): Promise<void> {
    await Promise.all([
      this.failures.take(`${client} ${deviceId}`),
      this.failuresPerClient.take(client),
    ]);
  }

  /** @throws MqttError if the device connects too often */
  async checkRate({ projectId, nodeId }: DeviceSession): Promise<void> {
    if (await this.connects.take(`${projectId}/${nodeId}`)) return;
    const text =
      'This device connects too often. Keep one connection open, and wait before you reconnect.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts a device as connected until `release` has been called once per call. A device that is already connected uses no
   * extra capacity.
   * @param client key that limits count its client under
   * @param onEvicted called when the device must be disconnected for one of a client with fewer devices
   * @throws MqttError if the limit of connected devices is reached
   */
  admit(device: DeviceSession, client: string, onEvicted: () => void): void {
    const key = keyOf(device);
    const ofDevice = this.byDevice.get(key) ?? 0;
    if (ofDevice === 0) this.add(device, client, onEvicted);
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
    this.slotOf.get(key)?.();
    this.slotOf.delete(key);
    const ofProject = (this.byProject.get(device.projectId) ?? 1) - 1;
    if (ofProject > 0) this.byProject.set(device.projectId, ofProject);
    else this.byProject.delete(device.projectId);
  }

  private add(device: DeviceSession, client: string, onEvicted: () => void): void {
    const { projectId } = device;
    const { connections, connectionsPerProject } = this.limits;
    const ofProject = this.byProject.get(projectId) ?? 0;
    if (ofProject >= connectionsPerProject) {
      const text = `A project is limited to ${connectionsPerProject} connections, and all are in use. Disconnect a device first.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    const slot = this.slots.acquire(client, onEvicted);
    if (typeof slot === 'string') {
      const text = `This sandbox is limited to ${connections} connections, and all are in use. Try again later.`;
      throw new MqttError(reasons.serverBusy, text);
    }
    this.slotOf.set(keyOf(device), slot);
    this.byProject.set(projectId, ofProject + 1);
  }
}
