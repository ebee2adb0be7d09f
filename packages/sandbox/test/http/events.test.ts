import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../../src/core/context.ts';
import { limits } from '../../src/core/limits.ts';
import { bearer } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('events and rules of a project', () => {
  const harness = useHttpSandbox();
  const ownKey = () => harness.project.apiKey;
  const get = (path: string, apiKey = ownKey()) =>
    harness.http.send(`/projects${path}`, { method: 'GET', headers: bearer(apiKey) });
  const setRules = (body: JsonValue, apiKey = ownKey()) =>
    harness.http.send('/projects/rules', { method: 'PUT', headers: bearer(apiKey), body });
  const submit = async (changes: JsonObject = {}, project = harness.project) => {
    const timestamp = harness.http.now;
    const body = { eventType: 'door-unlocked', timestamp, data: { door: 'front' }, ...changes };
    const [{ connectionKey }] = project.nodes;
    return harness.http.device('/events/submit', connectionKey, body);
  };
  const newest = async (path: string) => {
    const { body } = await get(`${path}?limit=1`);
    return Object.values(body).find(Array.isArray)?.[0] as JsonObject | undefined;
  };
  const rules: JsonObject[] = [
    { name: 'every event', pattern: {} },
    { name: 'front door', pattern: { data: { door: ['front'] } } },
    { name: 'alarms', pattern: { eventType: ['alarm'] } },
  ];

  it('delivers an event to the receiver of the sandbox for each rule that matches', async () => {
    expect(await setRules({ rules })).toMatchObject({ status: 200, body: { rules } });
    expect((await submit()).body).toMatchObject({ success: true, errorcode: 0 });
    const seen = {
      eventSource: harness.project.nodes[0].nodeId,
      eventType: 'door-unlocked',
      timestamp: harness.http.now,
      data: { door: 'front' },
    };
    const { events } = (await get('/events')).body;
    expect(events).toEqual([
      {
        ...seen,
        eventId: expect.any(String) as string,
        received: harness.http.now,
        isTooOldForRules: false,
        rules: ['every event', 'front door'],
      },
    ]);
    const { headers, body } = await get('/deliveries');
    expect(body.deliveries).toMatchObject(
      ['every event', 'front door'].map((rule) => ({ rule, method: 'POST', body: seen })),
    );
    expect(headers['x-sandbox-provisional']).toContain('does not document');
  });

  // specs/facts/device-api.md, 3.5.
  it('applies no rule to an event that is older than 30 minutes on arrival', async () => {
    await setRules({ rules });
    await submit({ timestamp: harness.http.now - 30 * 60_000 });
    expect(await newest('/events')).toMatchObject({
      isTooOldForRules: false,
      rules: [rules[0]?.name, rules[1]?.name],
    });
    harness.http.now += 1;
    await submit({ timestamp: harness.http.now - 30 * 60_000 - 1 });
    expect(await newest('/events')).toMatchObject({ isTooOldForRules: true, rules: [] });
  });

  it('uses the rules at the time of the event', async () => {
    await setRules({ rules: [] });
    harness.http.now += 1;
    await submit({ eventType: 'before' });
    await setRules({ rules });
    expect(await newest('/events')).toMatchObject({ eventType: 'before', rules: [] });
  });

  it.each<[string, JsonValue, number, string]>([
    ['no list', {}, 400, '"rules"'],
    ['a rule that is no object', { rules: [1] }, 400, '"rules[0]" must be an object'],
    ['a rule without a name', { rules: [{ pattern: {} }] }, 400, '"rules[0].name"'],
    [
      'two rules of one name',
      { rules: rules.slice(0, 1).concat(rules.slice(0, 1)) },
      400,
      'Two rules',
    ],
    [
      'an invalid pattern',
      { rules: [{ name: 'a', pattern: { eventType: 'a' } }] },
      400,
      '"eventType"',
    ],
    [
      'an outside address',
      { rules: [{ name: 'a', pattern: {}, url: 'https://a.example' }] },
      400,
      'inside the sandbox',
    ],
    ['U+0000 in a name', { rules: [{ name: '\0', pattern: {} }] }, 400, '"rules[0].name"'],
    [
      'a long pattern',
      { rules: [{ name: 'a', pattern: { data: { a: ['x'.repeat(4000)] } } }] },
      413,
      'maximum',
    ],
  ])('rejects %s, and keeps the rules', async (_, body, status, message) => {
    await setRules({ rules });
    const reply = await setRules(body);
    expect(reply.status).toBe(status);
    expect(reply.body.error).toContain(message);
    expect((await get('/rules')).body.rules).toEqual(rules);
  });

  it('limits the rules of a project', async () => {
    const many = Array.from({ length: limits.project.rules + 1 }, (_, index) => ({
      name: String(index),
      pattern: {},
    }));
    expect((await setRules({ rules: many })).body.reasonCode).toBe('sandbox::toomany');
    expect((await setRules({ rules: many.slice(1) })).status).toBe(200);
  });

  it.each(['0', '1001', 'x', '', '-1', '1e3'])('rejects the limit "%s"', async (limit) => {
    expect((await get(`/events?limit=${limit}`)).status).toBe(400);
  });

  it('requires the API key', async () => {
    const [{ connectionKey }] = harness.project.nodes;
    for (const path of ['/events', '/rules', '/deliveries']) {
      expect((await get(path, connectionKey)).status).toBe(401);
    }
    expect((await setRules({ rules }, connectionKey)).status).toBe(401);
  });

  it('keeps them from other projects, and deletes them with a reset', async () => {
    const other = await harness.http.createProject();
    await setRules({ rules });
    await submit({}, other);
    for (const path of ['/rules', '/deliveries']) {
      const { body } = await get(path, other.apiKey);
      expect(Object.values(body)).toContainEqual([]);
    }
    await harness.http.send('/projects/reset', { headers: bearer(ownKey()) });
    for (const path of ['/events', '/rules', '/deliveries']) {
      expect(Object.values((await get(path)).body)).toContainEqual([]);
    }
  });
});
