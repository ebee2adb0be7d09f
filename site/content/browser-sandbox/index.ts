import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxValidatorsSource } from '@anedya-docs/openapi-model/form-validator';
import { bodySchemas, slimDocuments } from '@anedya-docs/sandbox/browser/documents';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { build, type BuildOptions, type Plugin as BuildPlugin } from 'esbuild';
import { workerFolder } from '../../delivery/headers';
import { writeFolder } from '../api-reference';
import { apiConfigs, readApi } from '../api-reference/documents';

const packages = path.resolve(__dirname, '../../../packages');
const sandbox = path.join(packages, 'sandbox');
const sqlite = path.join(
  path.dirname(require.resolve('@sqlite.org/sqlite-wasm', { paths: [sandbox] })),
  'sqlite-wasm/jswasm',
);
const streams = path.dirname(require.resolve('readable-stream/package.json', { paths: [sandbox] }));

const hashOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8);

/** Modules that only exist while a script is built, by the names that others import. */
function generated(modules: Readonly<Record<string, string>>): BuildPlugin {
  return {
    name: 'generated',
    setup: (building) => {
      building.onResolve({ filter: /.*/ }, ({ path: name }) =>
        name in modules ? { path: name, namespace: 'generated' } : undefined,
      );
      building.onLoad({ filter: /.*/, namespace: 'generated' }, ({ path: name }) => ({
        contents: modules[name],
        // The compiled validators require parts of Ajv.
        resolveDir: path.join(packages, 'openapi-model'),
        loader: 'js',
      }));
    },
  };
}

type Documents = ReturnType<typeof slimDocuments>;

/** Builds a script of the worker. */
async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: sandbox },
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'iife',
    platform: 'browser',
    define: { 'import.meta.url': 'self.location.href' },
    // The oldest browsers in `browserslist`.
    target: ['chrome107', 'firefox104', 'safari16'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** @param settings further options of `serveSandbox` */
const workerSource = (documents: Documents, settings: object) =>
  bundle(
    `
      import { serveSandbox } from './src/browser/worker.ts';
      import sqlite from ${JSON.stringify(path.join(sqlite, 'sqlite3.mjs'))};
      import * as validators from 'validators';
      const documents = JSON.parse(${JSON.stringify(JSON.stringify(documents))});
      serveSandbox({ documents, validators, sqlite, ...${JSON.stringify(settings)} });
    `,
    { plugins: [generated({ validators: sandboxValidatorsSource(bodySchemas(documents)) })] },
  );

/** What the stream library uses of Node.js's `process`. The one that it depends on waits for a timer between two steps. */
const processSource = `
  export const env = {};
  export const nextTick = (action, ...values) => queueMicrotask(() => action(...values));
`;

const mqttSource = () =>
  bundle(`export * from './src/browser/mqtt.ts';`, {
    globalName: 'mqttScript',
    plugins: [generated({ 'process/': processSource, 'process-nextick-args': processSource })],
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
    getPathsToWatch: () => apiConfigs.map((config) => config.file),
    loadContent: async () => {
      url = await write(context);
    },
    contentLoaded: async ({ actions }) => {
      await actions.createData('worker.json', JSON.stringify({ url }));
    },
  };
}
