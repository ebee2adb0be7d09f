import { fileURLToPath } from 'node:url';
import { buildApp, MissingBuildError } from './app.ts';
import { readConfig } from './config.ts';
import { limits } from './limits.ts';
import { listen } from './listen.ts';

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

const config = configure();
try {
  const app = await buildApp(config);
  const port = await listen(app, config.host, config.port);
  process.stdout.write(`Serving http://${config.host}:${port}${config.basePath}\n`);

  const stop = () => {
    // Requests in flight finish or are cut; this is for what hangs after them.
    setTimeout(() => process.exit(1), limits.shutdown.process).unref();
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  fail(explain(error, config.port));
}
