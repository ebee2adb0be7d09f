import mqtt from 'mqtt';
import {
  post,
  startGuideSandbox,
  type GuideSandbox,
  type JsonResponse,
  type SandboxProject,
} from '../guides/support/guide-sandbox.ts';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { Disruptions, SimulatedClock, type Disruption } from './disruptions.ts';
import { HttpProxy, type Recorded } from './http-proxy.ts';
import type { LinkDeps, Message, MqttLink } from './mqtt-link.ts';

/** A command as the platform sees it. */
export interface CommandState {
  readonly commandId: string;
  readonly status: string;
  readonly ackdata: string;
}

/** A point as the platform stores it. Timestamps are in Unix seconds. */
export interface StoredPoint {
  readonly timestamp: number;
  readonly value: number;
}

const hour = 3_600_000;

/** The sandbox of a test file, with simulated time. */
export class Rig {
  readonly clock = new SimulatedClock();
  private constructor(readonly box: { sandbox: GuideSandbox }) {}

  static async start(): Promise<Rig> {
    const box = {} as { sandbox: GuideSandbox };
    const rig = new Rig(box);
    box.sandbox = await startGuideSandbox(0, rig.clock.now);
    return rig;
  }

  stop(): Promise<void> {
    return this.box.sandbox.close();
  }

  /** Starts a scenario: a new project and a network with disruptions. */
  async scenario(
    disruptions: readonly Disruption[],
    change?: (path: string, text: string) => string,
  ): Promise<Scenario> {
    // The sandbox limits how many projects a client creates in an hour, and how often it connects.
    this.clock.advance(hour);
    const project = await this.box.sandbox.createProject();
    return Scenario.open(this, project, new Disruptions(disruptions), change);
  }
}

/** One program with its network and its project. */
export class Scenario {
  readonly sent: Message[] = [];
  readonly received: Message[] = [];
  readonly attempts: number[] = [];
  readonly links: MqttLink[] = [];
  readonly startedAt: number;
  /** Requests that got neither a response nor the end of their connection, and that nobody waited for yet. */
  silences = 0;
  onSilence: () => void = () => undefined;

  private constructor(
    readonly rig: Rig,
    readonly project: SandboxProject,
    readonly disruptions: Disruptions,
    /** Set immediately after construction. */
    readonly http: { proxy: HttpProxy },
  ) {
    this.startedAt = rig.clock.now();
  }

  static async open(
    rig: Rig,
    project: SandboxProject,
    disruptions: Disruptions,
    change?: (path: string, text: string) => string,
  ): Promise<Scenario> {
    const http = {} as { proxy: HttpProxy };
    const scenario = new Scenario(rig, project, disruptions, http);
    http.proxy = await HttpProxy.start({
      disruptions,
      clock: rig.clock,
      portOf: (path) => {
        // A restarted sandbox has other ports.
        const { ports } = rig.box.sandbox;
        if (path.startsWith('/sandbox')) return ports.main;
        return scenario.isBackEnd ? ports.platform : ports.device;
      },
      ...(change && { change }),
      onSilence: () => {
        scenario.silences += 1;
        scenario.onSilence();
      },
    });
    return scenario;
  }

  /** Whether the program uses the Platform API. */
  isBackEnd = false;

  get requests(): readonly Recorded[] {
    return this.http.proxy.requests;
  }

  get node() {
    return this.project.nodes[0];
  }

  /** Dependencies of the MQTT connections of this program. */
  get link(): LinkDeps {
    const { disruptions, sent, received, attempts } = this;
    return {
      ...{ disruptions, sent, received, attempts, clock: this.rig.clock },
      brokerPort: () => this.rig.box.sandbox.ports.tcp,
    };
  }

  platform(path: string, body: JsonValue): Promise<JsonResponse> {
    const { apiKey } = this.project;
    const url = `http://127.0.0.1:${this.rig.box.sandbox.ports.platform}/v1`;
    return post(url + path, body, { Authorization: `Bearer ${apiKey}` });
  }

  /** Sends a command, and waits until a connected device has it. @returns its id */
  async sendCommand(data = 'on', command = 'set-led', type = 'string'): Promise<string> {
    const expiry = this.rig.clock.now() + 24 * hour;
    const nodeid = this.node.nodeId;
    const sent = await this.platform('/commands/send', { nodeid, command, data, type, expiry });
    const { commandId } = sent as { commandId: string };
    const open = this.links.find((link) => link.isOpen && link.isSubscribed);
    await open?.delivered(commandId);
    return commandId;
  }

  async commands(): Promise<readonly CommandState[]> {
    const list = await this.platform('/commands/list', { filter: {}, limit: 100, offset: 0 });
    const details = (list.data as unknown as { commandId: string }[]).map(({ commandId }) =>
      this.platform('/commands/getDetails', { commandId }),
    );
    return (await Promise.all(details)) as unknown as CommandState[];
  }

  /** Uploads a file as an asset, and deploys it to all devices. */
  async deploy(file: Buffer, assetVersion = '2'): Promise<void> {
    const { clock } = this.rig;
    const asset = { assetIdentifier: 'field', assetVersion, assetSigned: false };
    const created = await this.platform('/assets/create', asset);
    const { assetId, uploadUrls } = created as unknown as {
      assetId: string;
      uploadUrls: readonly { url: string }[];
    };
    const url = new URL(uploadUrls[0]?.url ?? '');
    url.port = String(this.rig.box.sandbox.ports.main);
    await fetch(url, { method: 'PUT', body: new Uint8Array(file) });
    await this.platform('/assets/completeUpload', { assetId });
    // The sandbox takes a few seconds to check it.
    clock.advance(5000);
    const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 };
    const response = await this.platform('/deployments/create', {
      deploymentStart: Math.floor(clock.now() / 1000),
      assetId,
      deployementFilter: {},
      deploymentConfig: [stage],
    });
    if (response.success !== true) throw new Error(JSON.stringify(response));
  }

  /** All stored points of a variable of the node, oldest first, without those of the demo data. */
  async points(variable = 'temperature'): Promise<readonly StoredPoint[]> {
    const { nodeId } = this.node;
    const from = Math.floor(this.startedAt / 1000);
    const to = Math.floor(this.rig.clock.now() / 1000) + 60;
    const body = { variable, nodes: [nodeId], from, to, limit: 10_000, order: 'asc' };
    const { data } = await this.platform('/data/getData', body);
    return (data as unknown as Record<string, StoredPoint[]>)[nodeId] ?? [];
  }

  /** Connects as the device, like a second program with its id, and stays connected. */
  async takeOver(): Promise<void> {
    const { deviceId, connectionKey } = this.node;
    const open = this.links.filter((link) => link.isOpen);
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${this.rig.box.sandbox.ports.tcp}`, {
      clientId: deviceId,
      username: deviceId,
      password: connectionKey,
      reconnectPeriod: 0,
    });
    await Promise.all(open.map((link) => link.closed()));
    await client.endAsync(true);
  }

  /** The largest number of times in a minute of simulated time. */
  static mostPerMinute(times: readonly number[]): number {
    return Math.max(
      0,
      ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length),
    );
  }

  async stop(): Promise<void> {
    for (const link of this.links) link.close();
    await this.http.proxy.stop();
  }
}
