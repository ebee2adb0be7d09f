import { beforeAll, describe, expect, it, vi } from 'vitest';
import { describeOperation } from '../src/describe.ts';
import type { Docs } from '../src/docs.ts';
import { docsOfDocuments } from './support/documents.ts';

// The documents are parsed.
vi.setConfig({ hookTimeout: 120_000 });

let docs: Docs;
beforeAll(async () => {
  docs = await docsOfDocuments();
});

describe('an operation', () => {
  it('has its fields with types, units and limits, its own errors, and one sample', () => {
    const text = describeOperation(docs, 'Send a command');
    expect(text).toMatch(/^# Send a command \(platform\/commands-send\)\n\nPOST https:/);
    expect(text).toContain('- expiry: integer in milliseconds. Time when the command expires');
    expect(text).toContain('- type: string, required, one of "string", "binary".');
    expect(text).toContain('- data: string, required, in the sandbox at most 1024 bytes.');
    expect(text).toContain('- cmd::invalidexpiry: ');
    expect(text).toContain('(permission cmd::sendcommand)');
    expect(text).toContain('{"operation":"platform/commands-send","body":{"nodeid":"');
    expect(text.match(/^Sample, as/gm)).toHaveLength(1);
  });

  it('has what all operations of the API share only on request', () => {
    const shared = ['generic::malformedrequest', 'X-Anedya-SignatureVersion', '- errorcode: '];
    const [short, long] = [false, true].map((isShared) =>
      describeOperation(docs, 'platform/commands-send', undefined, isShared),
    );
    for (const text of shared) {
      expect(short).not.toContain(text);
      expect(long).toContain(text);
    }
  });

  it.each([
    ['curl', 'set ANEDYA_API_URL to the "platformUrl" of your project'],
    ['Rust', 'replace the base URL https://api.ap-in-1.anedya.io/v1 with the "platformUrl"'],
  ])('has a program in %s instead of arguments', (language, note) => {
    const text = describeOperation(docs, 'platform/node-create', language);
    expect(text).toContain(note);
    expect(text.match(/^```/gm)).toHaveLength(2);
    expect(text).not.toContain('arguments of "run"');
  });

  it('names the languages that exist', () => {
    expect(() => describeOperation(docs, 'platform/node-create', 'C (libcurl)')).toThrow(
      'platform/node-create has no sample in C (libcurl). Languages: curl, Node.js,',
    );
    expect(describeOperation(docs, 'device/heartbeat', 'C (libcurl)')).toContain('```c\n');
  });
});

it.each([
  ['platform/health-status', '.lastHeartbeat: integer in seconds.', 'More: /features/heartbeat/'],
  ['device/events-submit', '- data: object, required', 'events/submit'],
  ['device/heartbeat', 'publish to $anedya/device/{deviceId}/heartbeat/json', 'Auth-mode: key'],
])('describes %s, which has no page, like the others', (operation, ...parts) => {
  const text = describeOperation(docs, operation);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toContain('"properties"');
});

it('is short for every operation', () => {
  const lengths = [...docs.operations.keys()].map((key) => describeOperation(docs, key).length);
  const sum = lengths.reduce((all, length) => all + length, 0);
  expect(sum / lengths.length).toBeLessThan(3_000);
  expect(Math.max(...lengths)).toBeLessThan(9_000);
});
