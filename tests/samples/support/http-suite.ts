import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../../packages/code-samples/src/index.ts';
import { promises } from '../toolchains/promises.ts';
import type { Start, Toolchain } from '../toolchains/toolchain.ts';
import {
  failureCases,
  failureText,
  hostileCases,
  plainCases,
  typedCase,
  typedNumbers,
  type Case,
} from './cases.ts';
import { cleanEnvironment, secrets } from './environment.ts';
import { expectResponse, expectNoSecret, expectRequest } from './expectation.ts';
import type { Recorder } from './recorder.ts';
import { runProgram, type Outcome } from './run-program.ts';

const values = Object.values(secrets);
/** Timeout for a program that waits for four others. */
const patience = 300_000;

/** Folder of the programs of a run, and their servers. */
export interface HttpDeps {
  readonly folder: string;
  readonly server: Recorder;
  /** An origin on which nothing listens. */
  readonly closed: string;
}

/** Registers the tests that run every sample of one language. */
export function describePrograms(
  language: Language,
  toolchain: Toolchain,
  { folder, server, closed }: HttpDeps,
): void {
  const { id: name, render } = language;
  const target = { origin: server.origin, place: name };
  const plain = plainCases(render, target);
  const hostile = hostileCases(render, target);
  const typed = typedCase(render, target);
  const failures = failureCases(render, target, closed);
  const all = [...plain, ...hostile, typed, ...(Object.values(failures) as Case[])];
  const promise = promises[name];
  let start: (id: string) => Start;

  const run = (one: Case, given: NodeJS.ProcessEnv = secrets): Promise<Outcome> =>
    runProgram({ ...start(one.id), env: { ...cleanEnvironment(), ...given } });

  describe(name, { concurrent: true, timeout: patience }, () => {
    beforeAll(async () => {
      const own = path.join(folder, name);
      await mkdir(own);
      for (const { prefix, reply } of all) server.onRequest(prefix, reply);
      start = await toolchain.build(all, own);
    }, 900_000);

    for (const one of [...plain, ...hostile]) {
      test(`${one.prefix} sends what its document says and prints the response`, async () => {
        const outcome = await run(one);
        expectNoSecret(outcome, values);
        expectResponse(outcome, one.reply.body);
        expectRequest(server.received(one.prefix), one.entry.operation, one.body, promise.body);
      });
    }

    test('sends numbers as they were typed', async () => {
      const outcome = await run(typed);
      expect(outcome).toMatchObject({ code: 0, problem: undefined });
      const [text = ''] = server.received(typed.prefix).map(({ body }) => body.toString());
      const { typed: sent, ...others } = JSON.parse(text) as Record<string, unknown>;
      expect(sent).toHaveLength(typedNumbers.length);
      expect(/"typed":\s*\[([^\]]*)\]/.exec(text)?.[1]?.match(/[^\s,]+/g)).toEqual(typedNumbers);
      expect(others).toEqual({
        ...(typed.entry.operation.request.example as object),
        from: expect.any(Number) as number,
        to: expect.any(Number) as number,
      });
    });

    test(`exits with ${promise.status} and shows the response when the server fails`, async () => {
      const outcome = await run(failures.status);
      expectNoSecret(outcome, values);
      expect(outcome).toMatchObject({ code: promise.status, problem: undefined });
      expect(outcome.stderr).toMatch(/\b500\b/);
      expect(outcome[promise.failure]).toContain(failureText);
      expect(server.received(failures.status.prefix)).toHaveLength(1);
    });

    // libcurl counts the seconds until a date.
    test.each([
      [failures.busy, /Retry-After: 5\r?$/m],
      [failures.busyUntil, /Retry-After: (?:Fri, 31 Dec 2100 23:59:59 GMT|\d+)\r?$/m],
    ])('says how long to wait after an error 429: %#', async (failure, expected) => {
      const outcome = await run(failure);
      expect(outcome).toMatchObject({ code: promise.status, problem: undefined });
      expect(outcome.stderr).toMatch(expected);
      expect(server.received(failure.prefix)).toHaveLength(1);
    });

    test(`exits with ${promise.unsuccessful} when the response says "success": false`, async () => {
      const outcome = await run(failures.unsuccessful);
      expectNoSecret(outcome, values);
      expect(outcome).toMatchObject({ code: promise.unsuccessful, problem: undefined });
      expect(outcome.stdout + outcome.stderr).toContain(failureText);
    });

    test(`exits with ${promise.network} when nothing listens`, async () => {
      const outcome = await run(failures.unreachable);
      expectNoSecret(outcome, values);
      expect(outcome).toMatchObject({ code: promise.network, problem: undefined, stdout: '' });
      expect(outcome.stderr).not.toBe('');
    });

    test('reports the variable of a missing secret and sends nothing', async () => {
      const outcome = await run(failures.secretless, {});
      expect(outcome.problem).toBeUndefined();
      expect(outcome.code).not.toBe(0);
      expect(outcome.stderr).toContain('ANEDYA_API_KEY');
      expect(server.received(failures.secretless.prefix)).toEqual([]);
    });
  });
}
