import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, expect, test, vi } from 'vitest';
import { allLanguages, mqttClients } from '../../packages/code-samples/src/index.ts';
import { Broker } from './mqtt/broker.ts';
import { describeExchanges } from './mqtt/suite.ts';
import { temporaryFolder } from './support/folders.ts';
import { describePrograms } from './support/http-suite.ts';
import type { Toolchain } from './toolchains/toolchain.ts';
import { closedOrigin, Recorder } from './support/recorder.ts';
import { onlyParsed, printSkipped } from './support/skipped.ts';
import { mosquittoInZsh, mqttToolchains, toolchains } from './toolchains/index.ts';

// These tests run compilers.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// One file, so that at most two programs run at the same time.
const [folder, remove] = await temporaryFolder();
const server = await Recorder.start();
const broker = await Broker.start();
const closed = await closedOrigin();
const foreignCa = path.join(folder, 'foreign-ca.pem');
await writeFile(foreignCa, rootCertificates[0] ?? '');

const runnable = [
  ...allLanguages.map((language) => ({
    name: language.id,
    missing: toolchains[language.id].missing,
    describe: () => describePrograms(language, toolchains[language.id], { folder, server, closed }),
  })),
  ...mqttClients.flatMap((client) => {
    const { id } = client;
    const ports = { broker, closed: Number(new URL(closed).port), foreignCa };
    if (id === 'arduino') {
      return [{ name: 'mqtt/arduino', missing: 'needs a board', describe: () => undefined }];
    }
    const run = (name: string, toolchain: Toolchain) => ({
      name: `mqtt/${name}`,
      missing: toolchain.missing,
      describe: () =>
        describeExchanges(client, toolchain, { folder: path.join(folder, name), ...ports }),
    });
    const inZsh = id === 'mosquitto' ? [run('mosquitto in zsh', mosquittoInZsh)] : [];
    return [run(id, mqttToolchains[id]), ...inZsh];
  }),
];

printSkipped(runnable, onlyParsed);
for (const { name, missing, describe } of runnable) {
  if (missing === undefined) describe();
  test.skipIf(missing !== undefined)(`${name}: ${missing ?? 'is run'}`, () => undefined);
}

test('every request belonged to a program', () => {
  expect(server.strays).toEqual([]);
});

afterAll(async () => {
  await server.stop();
  await broker.stop();
  await remove();
});
