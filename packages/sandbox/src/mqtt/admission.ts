import { clientRateLimit } from '../core/client-rate-limit.ts';
import type { MqttLimits } from '../core/limits.ts';
import type { RateLimit, SharedState } from '../core/shared-state.ts';
import { Slots } from '../serve/fairness/index.ts';
import type { DeviceSession } from './device-api.ts';
import { MqttError, reasons } from './reason.ts';

const keyOf = ({ projectId, nodeId, deviceId }: DeviceSession) =>
  `${projectId}/${nodeId}/${deviceId}`;

const tooManyFailures = () =>
  new MqttError(
    reasons.connectionRateExceeded,
    'Too many connection attempts with invalid credentials. Check the credentials and try again in a minute.',
  );

/** A connected device. */
interface Admitted {
  /** More than one while a new connection replaces an older one. */
  connections: number;
  /** Ends the latest connection. */
  onEvicted: () => void;
  readonly releaseSlot: () => void;
}

/** Limits the devices connected to this server, and the rate at which each device connects to all servers with shared state. */
export class Admission {
  private readonly byProject = new Map<string, number>();
  private readonly byDevice = new Map<string, Admitted>();
  private readonly connects: RateLimit;
  private readonly failures: RateLimit;
  private readonly failuresPerClient: RateLimit;
  /** Connected devices by client. */
  private readonly slots: Slots;

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
    if (!isAllowed) throw tooManyFailures();
  }

  /**
   * Counts an attempt with invalid credentials per client address and device, so that a device with a wrong key does not lock
   * out others at its address.
   * @throws MqttError if that exceeds a limit, because of attempts that were checked at the same time
   */
  async countFailure(client: string, deviceId: string): Promise<void> {
    const isWithin = await Promise.all([
      this.failures.take(`${client} ${deviceId}`),
      this.failuresPerClient.take(client),
    ]);
    if (isWithin.includes(false)) throw tooManyFailures();
  }

  /** @throws MqttError if the device connects too often */
  async checkRate({ projectId, nodeId }: DeviceSession): Promise<void> {
    if (await this.connects.take(`${projectId}/${nodeId}`)) return;
    const text =
      'This device connects too often. Keep one connection open, and wait before you reconnect.';
    throw new MqttError(reasons.connectionRateExceeded, text);
  }

  /**
   * Counts a device as connected until all its connections are released. A device that is already connected uses no extra
   * capacity.
   * @param client key that limits count its client under
   * @param onEvicted called when the device must be disconnected for one of a client with fewer devices
   * @returns a function that releases the connection, to be called once
   * @throws MqttError if the limit of connected devices is reached
   */
  admit(device: DeviceSession, client: string, onEvicted: () => void): () => void {
    const admitted = this.byDevice.get(keyOf(device)) ?? this.add(device, client);
    admitted.connections += 1;
    admitted.onEvicted = onEvicted;
    return () => {
      admitted.connections -= 1;
      if (admitted.connections === 0) this.remove(device, admitted);
    };
  }

  private add(device: DeviceSession, client: string): Admitted {
    const { projectId } = device;
    const { connections, connectionsPerProject } = this.limits;
    if (this.ofProject(projectId) >= connectionsPerProject) {
      const text = `A project is limited to ${connectionsPerProject} connections, and all are in use. Disconnect a device first.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    const releaseSlot = this.slots.acquire(client, () => {
      // While its connection ends, the device can connect again, in another slot.
      this.remove(device, admitted);
      admitted.onEvicted();
    });
    if (typeof releaseSlot === 'string') {
      const text = `This sandbox is limited to ${connections} connections, and all are in use. Try again later.`;
      throw new MqttError(reasons.serverBusy, text);
    }
    const admitted: Admitted = { connections: 0, onEvicted: () => undefined, releaseSlot };
    this.byDevice.set(keyOf(device), admitted);
    this.byProject.set(projectId, this.ofProject(projectId) + 1);
    return admitted;
  }

  /** Has no effect on a device that was evicted, and may have been admitted again. */
  private remove(device: DeviceSession, admitted: Admitted): void {
    if (this.byDevice.get(keyOf(device)) !== admitted) return;
    this.byDevice.delete(keyOf(device));
    admitted.releaseSlot();
    const ofProject = this.ofProject(device.projectId) - 1;
    if (ofProject > 0) this.byProject.set(device.projectId, ofProject);
    else this.byProject.delete(device.projectId);
  }

  private ofProject(projectId: string): number {
    return this.byProject.get(projectId) ?? 0;
  }
}
