import fc from 'fast-check';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { DocumentedOperation } from './documented-operations.ts';
import type { Project, Send } from './http-sandbox.ts';

const platformCredentials = ['apiKey', 'token'] as const;
const deviceCredentials = ['connectionKey', 'newNodeKey'] as const;
const credentials = [...platformCredentials, ...deviceCredentials] as const;

/** Whose credential a request brings: one of two projects, or none that fits. */
export type Actor = 'a' | 'b' | 'nobody';

/** A request whose credential and signature are added when it is sent. */
export interface Hostile {
  readonly path: string;
  readonly method: NonNullable<Send['method']>;
  readonly actor: Actor;
  readonly credential: (typeof credentials)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

/** Texts and numbers of JSON that code has stumbled over before. */
const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '""',
    '[]',
    '{}',
    '-1',
    '0',
    '1.5',
    '1e308',
    '1e400',
    '-0',
    '9007199254740993',
    '253402300800000',
    '"\\u0000"',
    '"\\ud800"',
    '"__proto__"',
    '"constructor"',
    '"%"',
    '"\'"',
    '"*"',
    '"$anedya/#"',
    '"../../etc/passwd"',
    '{"__proto__":{"success":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":1,"valueOf":2,"length":-1}',
    '"2026-01-01T00:00:00Z"',
    '"00000000-0000-0000-0000-000000000000"',
  ),
  fc.nat(3000).map((length) => JSON.stringify('ü'.repeat(length))),
  fc.nat(2000).map((length) => `[${Array.from({ length }, () => '0').join()}]`),
  fc.constantFrom(10, 1000, 20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(10, 1000, 10_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.json({ maxDepth: 3 }),
);

interface Change {
  /** Which of the places of a body, counted round and round. */
  readonly place: number;
  /** JSON text to put there; nothing to take the field away. */
  readonly text: string | null;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(50),
  text: fc.option(hostileJson, { freq: 6 }),
});

/** Marker in a body, replaced by any JSON text when the body is serialized. */
const mark = (index: number) => `\u2603${index}\u2603`;

type Place = readonly [container: Record<string, JsonValue>, name: string];

function placesOf(value: JsonValue): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const container = value as Record<string, JsonValue>;
  return Object.keys(container).flatMap((name): Place[] => [
    [container, name],
    ...placesOf(container[name] ?? null),
  ]);
}

/** The text of a body with some of its places changed. */
function changed(body: JsonValue, changes: readonly Change[]): string {
  const copy = structuredClone(body);
  changes.forEach(({ place, text }, index) => {
    const places = placesOf(copy);
    const [container, name] = places[place % Math.max(1, places.length)] ?? [];
    if (!container || name === undefined) return;
    if (text === null) Reflect.deleteProperty(container, name);
    else container[name] = mark(index);
  });
  return changes.reduce(
    (json, { text }, index) => json.replace(JSON.stringify(mark(index)), () => text ?? ''),
    JSON.stringify(copy),
  );
}

const method = fc.oneof(
  { weight: 20, arbitrary: fc.constant('POST' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS' as const),
  },
);

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'authorization',
        'auth-mode',
        'accept',
        'origin',
        'x-anedya-tokenid',
        'x-anedya-timestamp',
        'x-anedya-signature',
        'range',
        'if-none-match',
        'host',
        'cookie',
      ),
      ascii,
      { maxKeys: 3 },
    ),
  },
);

const stray: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '/',
    '/platform/v1',
    '/device/v1/',
    '/projects/current',
    '/projects/reset',
    '/files/a/b',
    '/projects/events?limit=x',
    '/projects/rules',
    '/projects/deliveries',
    '/files/%00?exp=1&sig=00',
    '/platform/v1/../device/v1/check',
    '/device/v1//check',
    '/platform/v1/node/list/',
    '/platform/v1/NODE/list',
    '/__proto__',
    '/platform/v1/%ff',
    '/platform/v1/node%2flist',
    '/device/v1/check?a=1',
    `/platform/v1/${'a'.repeat(3000)}`,
  ),
  fc.webPath().map((path) => `/${path}`),
);

/**
 * Requests of all kinds: examples with places changed, nonsense, oversize, at right and wrong addresses.
 * @param victims whose ids the examples name
 * @param now milliseconds since 1970
 */
export function hostileRequest(
  operations: readonly DocumentedOperation[],
  victims: readonly Project[],
  now: number,
): fc.Arbitrary<Hostile> {
  const example = fc.tuple(fc.constantFrom(...operations), fc.constantFrom(...victims)).map(
    ([
      {
        path,
        operation: { request },
      },
      { examples },
    ]) => {
      return { path, body: bodyWithValues(request.schema, request.example, examples, now) };
    },
  );
  const addressed = fc
    .tuple(example, fc.array(change, { maxLength: 3 }))
    .map(([{ path, body }, changes]) => ({ path, body: changed(body, changes) }));
  const body: fc.Arbitrary<Hostile['body']> = fc.oneof(
    { weight: 5, arbitrary: hostileJson },
    { weight: 5, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 5, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 3, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 250_000, max: 260_000 })
        .map((bytes) => Buffer.alloc(bytes, 'a')),
    },
  );
  const nonsense = fc.record({
    path: fc.constantFrom(...operations.map(({ path }) => path)),
    body,
  });
  const astray = fc.record({ path: stray, body });
  const what = fc.oneof(
    { weight: 7, arbitrary: addressed },
    { weight: 2, arbitrary: nonsense },
    { weight: 1, arbitrary: astray },
  );
  const who = fc.record({
    actor: fc.constantFrom<Actor>('a', 'a', 'a', 'b', 'b', 'b', 'nobody'),
    credential: fc.constantFrom(...credentials),
    isWrongKind: fc.nat(9).map((number) => number === 0),
  });
  return fc.tuple(what, who, method, headers).map(([about, by, verb, extra]) => {
    // The requests that delete and reset a project remove everything from it, as intended.
    const actor = about.path.startsWith('/projects') ? 'nobody' : by.actor;
    const isDevice = about.path.startsWith('/device');
    const usual = isDevice ? deviceCredentials : platformCredentials;
    const [first] = usual;
    const fits = by.isWrongKind || usual.some((name) => name === by.credential);
    return {
      ...about,
      actor,
      method: verb,
      headers: extra,
      credential: fits ? by.credential : first,
    };
  });
}
