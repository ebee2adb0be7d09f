import { once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import { watch } from 'chokidar';
import { context } from 'esbuild';
import { start } from './run.mjs';
import { logStep } from './terminal.mjs';

/** Time without another change before a restart, in milliseconds. Editors and Git write several files, some of them in parts. */
const settleTime = 100;

/** Generated types: they do not change what runs. @param {string} file */
const isIgnored = (file) => file.endsWith('.generated.ts');

/**
 * @typedef {object} Settings
 * @property {import('esbuild').BuildOptions} bundle how the server is built
 * @property {string} entry file of the bundle to start
 * @property {NodeJS.ProcessEnv} env
 * @property {readonly string[]} watched folders with the sources, and with files that the server reads when it starts
 * @property {(changes: readonly string[]) => void} [onRestart] called after each restart, with the files that have changed
 */

/**
 * Runs a server from its sources, and starts it again when a file changes. If a source has an error, the running server stays
 * until the error is fixed.
 * @param {Settings} settings
 * @returns {Promise<{ close: () => Promise<void> }>}
 */
export async function runRestartingServer({ bundle, entry, env, watched, onRestart }) {
  const builder = await context({ ...bundle, logLevel: 'warning' });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  let isClosed = false;
  /** @type {Set<string>} */
  const changes = new Set();

  const stop = async () => {
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
  };

  const restart = async () => {
    // esbuild prints the errors.
    const built = await builder.rebuild().catch(() => undefined);
    if (isClosed) return;
    if (!built) {
      logStep(
        'The server was not restarted: fix the error above. The previous version keeps running.',
      );
      return;
    }
    const changed = [...changes];
    changes.clear();
    await stop();
    server = start(process.execPath, [entry], { env, stdio: 'inherit' });
    server.once('exit', (code) => {
      if (code) logStep('The server has ended: it starts again when a source changes.');
    });
    onRestart?.(changed);
  };

  /** Restarts follow one another. @type {Promise<void>} */
  let running = Promise.resolve();
  const enqueue = () => {
    running = running.then(restart);
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = watch(watched, { ignoreInitial: true, ignored: isIgnored });
  watcher.on('all', (_event, file) => {
    changes.add(file);
    clearTimeout(timer);
    timer = setTimeout(enqueue, settleTime);
  });
  await once(watcher, 'ready');
  enqueue();
  await running;

  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await watcher.close();
      await running;
      await stop();
      await builder.dispose();
    },
  };
}
