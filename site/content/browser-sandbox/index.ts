import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxValidatorsSource } from '@anedya-docs/openapi-model/form-validator';
import { bodySchemas, slimDocuments } from '@anedya-docs/sandbox/browser/documents';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { workerFolder } from '../../delivery/headers';
import { writeFolder } from '../api-reference';
import { readApi, watchedDocuments } from '../api-reference/documents';
import { generated, hashOf, workerScript } from './script';

const packages = path.resolve(__dirname, '../../../packages');
const sandbox = path.join(packages, 'sandbox');
const sqlite = path.join(
  path.dirname(require.resolve('@sqlite.org/sqlite-wasm', { paths: [sandbox] })),
  'sqlite-wasm/jswasm',
);
const streams = path.dirname(require.resolve('readable-stream/package.json', { paths: [sandbox] }));

/** The compiled validators require parts of Ajv, the streams nothing. */
const generatedIn = path.join(packages, 'openapi-model');

type Documents = ReturnType<typeof slimDocuments>;

/** @param settings further options of `runSandboxWorker` */
const workerSource = (documents: Documents, settings: object) =>
  workerScript(
    `
      import { runSandboxWorker } from './src/browser/worker.ts';
      import sqlite from ${JSON.stringify(path.join(sqlite, 'sqlite3.mjs'))};
      import * as validators from 'validators';
      const documents = JSON.parse(${JSON.stringify(JSON.stringify(documents))});
      runSandboxWorker({ documents, validators, sqlite, ...${JSON.stringify(settings)} });
    `,
    sandbox,
    {
      plugins: [
        generated({ validators: sandboxValidatorsSource(bodySchemas(documents)) }, generatedIn),
      ],
    },
  );

/** What the stream library uses of Node.js's `process`. The one that it depends on waits for a timer between two steps. */
const processSource = `
  export const env = {};
  export const nextTick = (action, ...values) => queueMicrotask(() => action(...values));
`;

const mqttSource = () =>
  workerScript(`export * from './src/browser/mqtt.ts';`, sandbox, {
    globalName: 'mqttScript',
    plugins: [
      generated({ 'process/': processSource, 'process-nextick-args': processSource }, generatedIn),
    ],
    // One copy for all packages.
    alias: { 'readable-stream': streams, 'node:stream': streams },
  });

/** Writes the worker and its database engine. @returns URL path of the worker */
async function write({ siteDir, baseUrl }: LoadContext): Promise<string> {
  const [platform, device] = await Promise.all([readApi('platform'), readApi('device')]);
  const documents = slimDocuments({ platform: platform.document, device: device.document });
  const wasm = readFileSync(path.join(sqlite, 'sqlite3.wasm'));
  const wasmFile = `engine.${hashOf(wasm)}.wasm`;
  const folder = `${baseUrl}${workerFolder}/`;
  const engine = { url: folder + wasmFile, bytes: wasm.length };
  const mqtt = await mqttSource();
  const mqttFile = `mqtt.${hashOf(mqtt)}.js`;
  const mqttUrl = folder + mqttFile;
  const source = await workerSource(documents, { engine, mqttUrl, base: baseUrl });
  const workerFile = `worker.${hashOf(source)}.js`;
  const files = new Map([
    [wasmFile, wasm],
    [mqttFile, Buffer.from(mqtt)],
    [workerFile, Buffer.from(source)],
  ]);
  writeFolder(path.join(siteDir, 'static', workerFolder), files);
  return folder + workerFile;
}

/** Builds the worker that runs the sandbox in the browser. Pages load its address with their code for it. */
export default function browserSandbox(context: LoadContext): Plugin {
  let url = '';
  return {
    name: 'browser-sandbox',
    getPathsToWatch: () => [watchedDocuments],
    loadContent: async () => {
      url = await write(context);
    },
    contentLoaded: async ({ actions }) => {
      await actions.createData('worker.json', JSON.stringify({ url }));
    },
  };
}
