import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp, MissingBuildError } from './app.ts';
import { readConfig } from './config.ts';
import { limits } from './limits.ts';
import { listen } from './listen.ts';
import { sentences } from './logging.ts';
import { createSocketPlace, processLauncher } from './sandbox/launch.ts';
import type { SandboxSettings } from './sandbox/settings.ts';
import { Supervisor } from './sandbox/supervisor.ts';

/** Ends the process with one line a person can act on. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function explain(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof MissingBuildError) return message;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that holds it, or set PORT to another one`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened: set PORT to one above 1023`;
  return `The server could not start: ${message}`;
}

function configure() {
  try {
    const folder = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
    return readConfig(process.env, {
      siteDir: folder('site/build'),
      sandboxDir: folder('.sandbox'),
    });
  } catch (error) {
    return fail(`The server's configuration is not valid: ${(error as Error).message}`);
  }
}

/**
 * Prepares the sandbox's process, whose program lies beside this one and has its form, a source or a bundle. Without a place
 * to talk to it, the site is served without a sandbox.
 */
function createSupervisor(settings: SandboxSettings): Supervisor | undefined {
  const own = import.meta.url;
  const entry = new URL(`./sandbox-main${path.extname(own)}`, own);
  try {
    const { socketPath, remove } = createSocketPlace();
    process.once('exit', remove);
    const launch = processLauncher(entry, settings.memoryBytes);
    return new Supervisor({ settings, socketPath, launch });
  } catch (error) {
    process.stderr.write(
      `There is no sandbox, for its socket cannot be created (${(error as Error).message}): set TMPDIR to a folder that can be written\n`,
    );
    return undefined;
  }
}

const config = configure();
try {
  const supervisor = config.sandbox && createSupervisor(config.sandbox);
  const app = await buildApp({
    ...config,
    sandbox: supervisor && { upstream: supervisor },
    ...(config.logFormat === 'text' && { logStream: sentences(process.stderr) }),
  });
  const port = await listen(app, config.host, config.port);

  const stop = () => {
    // Requests in flight finish or are cut; this is for what hangs after them.
    setTimeout(() => process.exit(1), limits.shutdown.process).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  // The site is there already. Whoever reads the line finds the sandbox there too.
  await Promise.race([
    supervisor?.settled,
    wait(limits.sandbox.announceTime, undefined, { ref: false }),
  ]);
  process.stdout.write(`Serving http://${config.host}:${port}${config.basePath}\n`);
} catch (error) {
  fail(explain(error, config.port));
}
