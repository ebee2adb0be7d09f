import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { boardScript, engineFile } from '../../content/firmware/script';
import type { WorkerPort } from '../../src/features/firmware/program-board';
import type { FromWorker, ToWorker } from '../../src/features/firmware/protocol';

/** Makes a thread of Node.js look like a worker of a browser. */
const shim = `
  const { parentPort } = require('node:worker_threads');
  const rejected = [];
  process.on('unhandledRejection', (reason) => rejected.forEach((listener) => listener({ reason })));
  globalThis.self = globalThis;
  globalThis.process = undefined;
  globalThis.WorkerGlobalScope = class {};
  globalThis.location = { href: 'https://docs.example/worker.js' };
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.addEventListener = (kind, listener) => {
    if (kind === 'message') parentPort.on('message', (data) => listener({ data }));
    else rejected.push(listener);
  };
`;

/** The interpreter's file. */
export const engineBytes = (): ArrayBuffer => new Uint8Array(readFileSync(engineFile)).buffer;

/**
 * Builds the worker of the board and returns a function that starts one in a thread.
 * @param modules further Python modules of the board
 */
export async function boardWorkers(
  modules: Readonly<Record<string, string>> = {},
): Promise<() => WorkerPort> {
  const script = shim + (await boardScript(modules));
  return () => {
    const worker = new Worker(script, { eval: true });
    return {
      post: (message: ToWorker) => worker.postMessage(message),
      onMessage: (listener: (message: FromWorker) => void, onError: () => void) => {
        worker.on('message', listener);
        worker.on('error', onError);
      },
      terminate: () => void worker.terminate(),
    };
  };
}
