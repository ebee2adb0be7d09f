import type { JsonValue, MqttFacts, Operation } from '@anedya-docs/openapi-model';

function operation(
  path: string,
  example: JsonValue,
  overrides: Partial<Operation> = {},
): Operation {
  return {
    id: path.slice(1),
    operationId: path.slice(1),
    method: 'post',
    path,
    url: `https://api.example.test/v1${path}`,
    urlTemplate: `https://api.{region}.example.test/v1${path}`,
    servers: [],
    tag: '',
    title: '',
    description: '',
    security: [
      {
        id: 'apiKey',
        kind: 'bearer',
        header: 'Authorization',
        extraHeaders: {},
        signatureHeaders: undefined,
        description: '',
      },
    ],
    securityOptional: false,
    permission: undefined,
    parameters: [],
    request: { schema: {}, example, examples: [] },
    responses: [],
    reasonCodes: [],
    errorCodes: [],
    related: [],
    guide: undefined,
    keywords: [],
    traps: [],
    aliases: [],
    mqtt: undefined,
    evidence: ['docs'],
    provisional: undefined,
    ...overrides,
  };
}

/** A Platform API operation: bearer credential. */
export const nodeCreate = operation('/node/create', {
  node_name: 'greenhouse-7',
  tags: [{ key: 'model', value: 'mk1' }],
});

/** A Device API operation: bare credential with an extra header, and an MQTT form. */
export const submitData = operation(
  '/submitData',
  {
    reqId: 'req-0007',
    data: [
      { variable: 'temperature', value: 24.5, timestamp: 1767225600000 },
      { variable: 'position', value: { lat: 22.3, long: 73.2 }, timestamp: 0 },
    ],
  },
  {
    security: [
      {
        id: 'connectionKey',
        kind: 'key',
        header: 'Authorization',
        extraHeaders: { 'Auth-mode': 'key' },
        signatureHeaders: undefined,
        description: '',
      },
    ],
    mqtt: {
      publish: '$anedya/device/{deviceId}/submitdata/json',
      responseTopics: ['$anedya/device/{deviceId}/response', '$anedya/device/{deviceId}/errors'],
      differences: [],
      provisional: undefined,
    },
  },
);

export const mqttFacts: MqttFacts = {
  topicPrefix: '$anedya/device/{deviceId}/',
  host: 'mqtt.example.test',
  ports: { tls: 8883, websocket: 8804 },
  webSocketPath: '/mqtt',
  subscribe: [],
  pushed: [],
  published: [],
};
