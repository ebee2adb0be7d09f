import { expect } from 'vitest';
import type { SampleObject } from '../../../packages/code-samples/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { secrets } from '../support/environment.ts';
import type { BodyForm } from '../support/expectation.ts';
import { sentBody } from '../support/times.ts';
import type { Session } from './broker.ts';
import { topicOf, type JsonObject, type MqttCase } from './cases.ts';

/** All fields except the request id, as text. */
const withoutId = ({ reqId: _, ...fields }: JsonObject) => JSON.stringify(fields);

function expectPayload(payload: string, body: SampleObject, form: BodyForm): void {
  const sent = JSON.parse(payload) as JsonObject;
  const text = withoutId(sent);
  const fields = (value: JsonValue) => withoutId(value as JsonObject);
  expect(text).toBe(fields(sentBody(body, (value) => fields(value) === text)));
  // The platform truncates longer ids; without an id it generates one, which no sample could match.
  if (body.reqId === undefined) expect(sent.reqId).toMatch(/^.{1,36}$/);
  else expect(sent.reqId).toBe(body.reqId);
  if (form === 'text') expect(payload).toBe(JSON.stringify(sent, null, 2));
}

/**
 * Checks the actions of a program on the broker against its operation: one session as the device, a subscription to the
 * response topic, one request.
 * @param listensToAll true when the client subscribes to every topic that a response may arrive on
 */
export function expectSession(
  sessions: readonly Session[],
  { binding, body, deviceId }: MqttCase,
  form: BodyForm,
  listensToAll: boolean,
): void {
  expect(sessions).toHaveLength(1);
  for (const { username, password, subscribed, published } of sessions) {
    expect(username).toBe(deviceId);
    expect(password).toBe(secrets.ANEDYA_CONNECTION_KEY);
    const topics = binding.responseTopics.map((topic) => topicOf(topic, deviceId));
    expect([...subscribed].sort()).toEqual((listensToAll ? topics : topics.slice(0, 1)).toSorted());
    expect(published.map(({ topic }) => topic)).toEqual([topicOf(binding.publish, deviceId)]);
    for (const { payload } of published) expectPayload(payload, body, form);
  }
}
