import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig, type ServerConfig } from './config.ts';
import { limits } from './limits.ts';
import { createSocketFolder, processLauncher } from './sandbox/launch.ts';
import { Supervisor } from './sandbox/supervisor.ts';
import type { SandboxSettings } from './sandbox/process.ts';

/** Exits with a one-line message that the user can act on. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function explain(error: unknown, { port, siteDir }: ServerConfig): string {
  const { code, message, syscall, path } = error as NodeJS.ErrnoException;
  if (error instanceof Error && error.name === 'MissingBuildError') return message;
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that uses it, or set PORT to another port`;
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `No permission to listen on port ${port}: set PORT to a port above 1023`;
  }
  // Errors of files have a path.
  if (path !== undefined) {
    return `Cannot read ${siteDir} (${code}): check SITE_DIR and its permissions`;
  }
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
    return fail(`The server configuration is invalid: ${(error as Error).message}`);
  }
}

/**
 * Prepares the sandbox process. Its main module is next to this one, as a source or a bundle. If its socket cannot be created,
 * the site is served without a sandbox.
 */
function createSupervisor(settings: SandboxSettings): Supervisor | undefined {
  const { url } = import.meta;
  const entry = new URL(`./sandbox-main${path.extname(url)}`, url);
  try {
    const { socketPath, remove } = createSocketFolder();
    process.once('exit', remove);
    const launch = processLauncher(entry, settings.memoryBytes);
    const supervisor = new Supervisor({ settings, socketPath, launch });
    supervisor.launch();
    return supervisor;
  } catch (error) {
    process.stderr.write(
      `The sandbox is off because its socket could not be created (${(error as Error).message}): set TMPDIR to a writable folder\n`,
    );
    return undefined;
  }
}

const config = configure();
try {
  const supervisor = config.sandbox && createSupervisor(config.sandbox);
  // Imported after the sandbox process has started: loading these modules takes most of the time until the server listens.
  const { buildApp, listen } = await import('./app.ts');
  const { sentences } = await import('./logging.ts');
  const app = await buildApp({
    ...config,
    sandbox: supervisor && { upstream: supervisor },
    ...(config.logFormat === 'text' && { logStream: sentences(process.stderr) }),
  });
  const port = await listen(app, config.host, config.port);

  const stop = () => {
    // Requests in flight finish or are cut. This ends a process that hangs afterward.
    setTimeout(() => process.exit(1), limits.shutdown.process).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  // The site is served already. After this line, the sandbox is too.
  await Promise.race([
    supervisor?.settled,
    wait(limits.sandbox.announceTime, undefined, { ref: false }),
  ]);
  process.stdout.write(`Serving http://${config.host}:${port}${config.basePath}\n`);
} catch (error) {
  fail(explain(error, config));
}
