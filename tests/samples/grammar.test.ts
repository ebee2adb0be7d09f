import { describe, expect, test } from 'vitest';
import { allLanguages, mqttClients } from '../../packages/code-samples/src/index.ts';
import { expectBody, readWith } from './grammar/expectation.ts';
import { mqttReaders, readers } from './grammar/index.ts';
import { hostileMqttCases, mqttOperations, mqttCase, topicOf } from './mqtt/cases.ts';
import { hostileCases, plainCases } from './support/cases.ts';
import { mqttBodyForms, promises } from './toolchains/promises.ts';

// Every sample is parsed on every machine, even if it cannot run there.

const origin = 'http://127.0.0.1:65535';
const endpoint = { port: 65535, caFile: 'ca.pem' };

for (const { id, render } of allLanguages) {
  const target = { origin, place: id };
  const cases = [...plainCases(render, target), ...hostileCases(render, target)];
  describe(id, async () => {
    const read = await readWith(readers[id]);
    test.each(cases)('$prefix is a program that holds the body', ({ source, body }) => {
      expectBody(read(source), body, promises[id].body);
    });
  });
}

for (const client of mqttClients) {
  const { id } = client;
  const plain = mqttOperations.map((entry) => mqttCase(client, endpoint, entry));
  describe(`MQTT with ${id}`, async () => {
    const read = await readWith(mqttReaders[id]);
    const cases = [...plain, ...hostileMqttCases(client, endpoint)];
    test.each(cases)('$name is a program that holds the body', ({ source, exchange, binding }) => {
      const found = read(source);
      expectBody(found, exchange.body, mqttBodyForms[id]);
      if (id !== 'arduino') return;
      for (const topic of [binding.publish, ...binding.responseTopics]) {
        expect(found).toContain(topicOf(topic, 'YOUR-DEVICE-UUID'));
      }
    });
  });
}
