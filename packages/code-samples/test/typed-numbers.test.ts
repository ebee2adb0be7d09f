import { numberAsTyped, type ExactValue } from '@anedya-docs/openapi-model/typed-number';
import { describe, expect, it } from 'vitest';
import { languages, mqttClients, mqttExchange, sampleRequest } from '../src/index.ts';
import { portableFormats, portableSet } from '../src/portable/index.ts';
import { nodeCreate, submitData } from './support/operations.ts';

const numbers = ['1.0', '1e3', '-0', '12345678901234567890', '1e400'];
const body: ExactValue = {
  reqId: 'req-0009',
  values: numbers.map((text) => numberAsTyped(text)),
  note: 'a "quoted" \\ text',
};

/** The numbers of the array, as they are in the text. */
const numbersIn = (text: string) =>
  /values\\*":\s*(?:\\n)?\s*\[([^\]]*)\]/
    .exec(text)?.[1]
    ?.replaceAll(/\\n/g, ' ')
    .match(/[-+\w.]+/g);

describe('numbers as they were typed', () => {
  it.each(languages)('are in the $label sample', ({ render }) => {
    expect(numbersIn(render(sampleRequest(nodeCreate, { body })))).toEqual(numbers);
  });

  it.each(mqttClients)('are in the sample for $label, which matches the response', ({ render }) => {
    const exchange = mqttExchange(
      submitData,
      {
        host: 'mqtt.example.test',
        ports: { tls: 8883, websocket: 443 },
      },
      { body },
    );
    const source = exchange ? render(exchange) : '';
    expect(numbersIn(source)).toEqual(numbers);
    expect(source).not.toMatch(/body\.reqId|body\["reqId"\]/);
  });

  it.each(portableFormats)('are in an export for $label', ({ render }) => {
    const operation = { ...nodeCreate, responses: [] };
    const set = portableSet(
      { requests: [{ api: 'platform', operation, server: 'https://api.example.test/v1', body }] },
      { title: 'Requests', name: 'requests', secrets: new Map([['quoted-secret', 'SECRET']]) },
    );
    expect(numbersIn(render(set, { now: 0, specs: 'https://docs.example.test/' }))).toEqual(
      numbers,
    );
  });
});
