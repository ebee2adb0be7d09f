import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Device, Project } from '../project.ts';
import {
  bash,
  nodejs,
  runProgram,
  task,
  unless,
  type Outcome,
  type Program,
  type Task,
} from '../task.ts';

const byProgram = (program: Program): Outcome => ({ status: 'done', program });

async function prepareSensor(project: Project) {
  const device = await project.createNode('Lab');
  return { ...device, variable: await project.createVariable('lab_humidity') };
}

/** A relay to a broker that reads the protocol level from the first packet (MQTT 3.1.1, 3.1.2.2; MQTT 5.0, 3.1.2.2). */
async function relay(broker: { host: string; port: number }) {
  const levels: number[] = [];
  const server = createServer((client) => {
    const upstream = connect(broker);
    client.once('data', (packet: Buffer) => {
      const name = packet.indexOf('MQTT');
      if (name >= 0) levels.push(packet[name + 4] ?? 0);
    });
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { levels, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Runs a device program through the relay. @returns why it did not store 61 over this version of MQTT */
async function checkMqtt(
  project: Project,
  device: Device & { readonly variable: string },
  { program }: Outcome,
  level: number,
): Promise<string | undefined> {
  if (!program) return 'there is no program';
  const between = await relay(project.broker);
  try {
    const { exitCode, stderr } = await runProgram(program, {
      ANEDYA_DEVICE_ID: device.deviceId,
      ANEDYA_CONNECTION_KEY: device.connectionKey,
      ANEDYA_MQTT_HOST: '127.0.0.1',
      ANEDYA_MQTT_PORT: String(between.port),
    });
    const points = await project.points(device.nodeId, device.variable);
    return (
      unless(exitCode === 0, `it ends with ${exitCode}: ${stderr.slice(0, 300)}`) ??
      unless(
        between.levels.every((one) => one === level) && between.levels.length > 0,
        `it speaks the protocol levels ${between.levels.join(', ')}`,
      ) ??
      unless(
        points.length === 1 && points[0]?.value === 61,
        `the points are ${JSON.stringify(points)}`,
      )
    );
  } finally {
    between.close();
  }
}

const mqttGoal = (version: string, variable: string) =>
  `Write a Node.js program with the package "mqtt" that, as a device over MQTT ${version}, stores 61 for "${variable}" with the current time, waits for the response and ends. ANEDYA_DEVICE_ID, ANEDYA_CONNECTION_KEY, ANEDYA_MQTT_HOST and ANEDYA_MQTT_PORT are set; the broker speaks plain TCP.`;

/** Submits 61 and waits for the response on the topic of the device. */
const mqttProgram = (variable: string, protocolVersion: 4 | 5) => `import mqtt from 'mqtt';
const { ANEDYA_DEVICE_ID: id, ANEDYA_CONNECTION_KEY: password, ANEDYA_MQTT_PORT: port } = process.env;
const client = await mqtt.connectAsync({ host: '127.0.0.1', port, protocolVersion: ${protocolVersion}, clientId: id, username: id, password, reconnectPeriod: 0 });
const topic = '$anedya/device/' + id;
await client.subscribeAsync([topic + '/response', topic + '/errors'], { qos: 1 });
const responded = new Promise((resolve) => client.once('message', (_topic, payload) => resolve(payload)));
await client.publishAsync(topic + '/submitdata/json', JSON.stringify({ reqId: 'one', data: [{ variable: '${variable}', value: 61, timestamp: 0 }] }), { qos: 1 });
console.log(String(await responded));
await client.endAsync();`;

export const programTasks: readonly Task[] = [
  task({
    id: 'curl-program',
    theme: 'programs',
    prepare: prepareSensor,
    goal: ({ variable }) =>
      `Write a bash program with curl that, as a device over HTTPS, stores 61 for "${variable}" with the current time. ANEDYA_DEVICE_URL, with the version of the API in its path, and ANEDYA_CONNECTION_KEY are set.`,
    check: async (project, given, { program }) => {
      if (!program) return 'there is no program';
      const { exitCode, stderr } = await runProgram(program, {
        ANEDYA_DEVICE_URL: project.deviceUrl,
        ANEDYA_CONNECTION_KEY: given.connectionKey,
      });
      const points = await project.points(given.nodeId, given.variable);
      const [point] = points;
      const age = Date.now() / 1000 - Number(point?.timestamp);
      return (
        unless(exitCode === 0, `it ends with ${exitCode}: ${stderr.slice(0, 300)}`) ??
        unless(points.length === 1 && point?.value === 61, `it stores ${JSON.stringify(points)}`) ??
        unless(age < 120, `the point is ${age} s old`)
      );
    },
    accepted: (_project, { variable }) =>
      byProgram(
        bash(`curl -sS --fail "$ANEDYA_DEVICE_URL/submitData" -H 'Auth-mode: key' -H "Authorization: $ANEDYA_CONNECTION_KEY" \\
  -H 'Content-Type: application/json' -d '{"data":[{"variable":"${variable}","value":61,"timestamp":0}]}'`),
      ),
    wrong: {
      'seconds instead of milliseconds': (_project, { variable }) =>
        byProgram(
          bash(`curl -sS "$ANEDYA_DEVICE_URL/submitData" -H 'Auth-mode: key' -H "Authorization: $ANEDYA_CONNECTION_KEY" \\
  -H 'Content-Type: application/json' -d '{"data":[{"variable":"${variable}","value":61,"timestamp":'$(date +%s)'}]}'`),
        ),
      'the key as a bearer token': (_project, { variable }) =>
        byProgram(
          bash(`curl -sS "$ANEDYA_DEVICE_URL/submitData" -H "Authorization: Bearer $ANEDYA_CONNECTION_KEY" \\
  -H 'Content-Type: application/json' -d '{"data":[{"variable":"${variable}","value":61,"timestamp":0}]}'`),
        ),
    },
  }),

  task({
    id: 'list-program',
    theme: 'programs',
    prepare: async (project) => {
      const { totalCount } = await project.platform('/node/list', { limit: 1 });
      return { count: Number(totalCount) };
    },
    goal: () =>
      'Write a Node.js program without packages that prints the response of the platform with the ids of the nodes of the project. ANEDYA_API_URL, with the version of the API in its path, and ANEDYA_API_KEY are set.',
    check: async (project, { count }, { program }) => {
      if (!program) return 'there is no program';
      const { exitCode, stdout, stderr } = await runProgram(program, {
        ANEDYA_API_URL: project.platformUrl,
        ANEDYA_API_KEY: project.apiKey,
      });
      const isComplete = new RegExp(`"totalCount":\\s*${count}\\b`).test(stdout);
      return (
        unless(exitCode === 0, `it ends with ${exitCode}: ${stderr.slice(0, 300)}`) ??
        unless(isComplete, `it prints ${stdout.slice(0, 300)}`)
      );
    },
    accepted: () =>
      byProgram(
        nodejs(`const { ANEDYA_API_URL: url, ANEDYA_API_KEY: key } = process.env;
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
const response = await fetch(url + '/node/list', { method: 'POST', headers, body: '{}' });
console.log(await response.text());`),
      ),
    wrong: {
      'without the credential': () =>
        byProgram(
          nodejs(
            "console.log(await (await fetch(process.env.ANEDYA_API_URL + '/node/list', { method: 'POST' })).text());",
          ),
        ),
    },
  }),

  task({
    id: 'mqtt-3-program',
    theme: 'MQTT 3.1.1',
    prepare: prepareSensor,
    goal: ({ variable }) => mqttGoal('3.1.1', variable),
    check: (project, given, outcome) => checkMqtt(project, given, outcome, 4),
    accepted: (_project, { variable }) => byProgram(nodejs(mqttProgram(variable, 4))),
    wrong: {
      'a topic without the device': (_project, { variable }) =>
        byProgram(
          nodejs(`import mqtt from 'mqtt';
const { ANEDYA_DEVICE_ID: id, ANEDYA_CONNECTION_KEY: password, ANEDYA_MQTT_PORT: port } = process.env;
const client = await mqtt.connectAsync({ host: '127.0.0.1', port, clientId: id, username: id, password, reconnectPeriod: 0 });
client.on('close', () => process.exit(1));
await client.publishAsync('submitdata/json', JSON.stringify({ data: [{ variable: '${variable}', value: 61, timestamp: 0 }] }));
await client.endAsync();`),
        ),
    },
  }),

  task({
    id: 'mqtt-5-program',
    theme: 'MQTT 5',
    prepare: prepareSensor,
    goal: ({ variable }) => mqttGoal('5.0', variable),
    check: (project, given, outcome) => checkMqtt(project, given, outcome, 5),
    accepted: (_project, { variable }) => byProgram(nodejs(mqttProgram(variable, 5))),
    wrong: {
      'MQTT 3.1.1': (_project, { variable, deviceId }) =>
        byProgram(
          nodejs(`import mqtt from 'mqtt';
const { ANEDYA_CONNECTION_KEY: password, ANEDYA_MQTT_PORT: port } = process.env;
const id = '${deviceId}';
const client = await mqtt.connectAsync({ host: '127.0.0.1', port, clientId: id, username: id, password, reconnectPeriod: 0 });
await client.publishAsync('$anedya/device/' + id + '/submitdata/json', JSON.stringify({ data: [{ variable: '${variable}', value: 61, timestamp: 0 }] }), { qos: 1 });
await client.endAsync();`),
        ),
    },
  }),
];
