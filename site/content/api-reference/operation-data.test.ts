import { expect, it } from 'vitest';
import { readApi } from './documents';
import { mqttData } from './operation-data';

it('names every operation that has an MQTT form, with its topic and its page', async () => {
  const { config, document } = await readApi('device');
  const data = mqttData(config, document);
  const published = document.operations.flatMap(({ mqtt }) => mqtt?.publish ?? []);
  expect(data?.operations.map(({ topic }) => topic)).toEqual(published);
  expect(data?.operations.length).toBeGreaterThan(10);
  for (const { id, topic, page } of data?.operations ?? []) {
    expect(page).toBe(`/device/api/${id}/`);
    expect(topic.startsWith(data?.topicPrefix ?? ' ')).toBe(true);
  }
  expect(data?.subscribe.map(({ topic }) => topic)).toEqual(
    document.mqtt?.subscribe.map(({ topic }) => topic),
  );
});

it('marks unconfirmed topics', async () => {
  const { config, document } = await readApi('device');
  const marked = mqttData(config, document)?.operations.filter(
    ({ isProvisional }) => isProvisional,
  );
  expect(marked?.map(({ id }) => id).sort()).toEqual(['commands-get-details']);
});

it('is undefined for an API without MQTT', async () => {
  const { config, document } = await readApi('platform');
  expect(mqttData(config, document)).toBeUndefined();
});
