import { randomInt } from 'node:crypto';

/**
 * A command: what it needs, and the program that it runs.
 * @typedef {object} Command
 * @property {'serve' | 'all' | 'installed'} packages packages to install first: those that build and serve the site, all, or none,
 *   because the command prints only what its program prints
 * @property {'build' | 'check'} [site] whether to build the site and the server if a source has changed, or only to check that
 *   there is a build
 * @property {boolean} [browser] whether to find a browser, and set `CHROME_PATH`
 * @property {string} [before] script of Node.js to run first
 * @property {readonly string[]} program arguments of Node.js; those of the command follow
 * @property {Readonly<Record<string, string>>} [defaults] environment variables of the program, unless they are set
 * @property {(argument: string | undefined) => Record<string, string>} [env] environment variables of the program, from the first
 *   argument of the command, which does not follow then
 */

/**
 * Returns the arguments of Node.js for a command, and the environment variables that it adds.
 * @param {Command} command
 * @param {readonly string[]} args arguments of the command
 * @param {NodeJS.ProcessEnv} environment variables that are set
 */
export function programOf({ program, defaults = {}, env }, args, environment) {
  const unset = Object.entries(defaults).filter(([name]) => !environment[name]?.trim());
  return {
    args: [...program, ...args.slice(env ? 1 : 0)],
    env: { ...Object.fromEntries(unset), ...env?.(args[0]) },
  };
}

/** @param {string} file @returns {readonly string[]} */
const typescript = (file) => ['--import', 'tsx', file];

/** Commands by the name of their script in `package.json`. */
export const commands = /** @satisfies {Record<string, Command>} */ ({
  bench: {
    packages: 'all',
    site: 'build',
    browser: true,
    program: typescript('bench/run.ts'),
  },
  conformance: { packages: 'all', program: typescript('tests/conformance/run.ts') },
  device: {
    packages: 'serve',
    program: typescript('packages/simulated-device/src/terminal/main.ts'),
  },
  eval: { packages: 'all', site: 'build', program: typescript('tests/eval/run.ts') },
  // Another seed than that of `npm test`; it is printed, so that a run can be repeated.
  fuzz: {
    packages: 'all',
    site: 'build',
    program: ['node_modules/vitest/vitest.mjs', 'run', 'fuzz'],
    env: (seed = String(randomInt(2 ** 31))) => ({ FUZZ_SEED: seed }),
  },
  generate: { packages: 'all', program: typescript('packages/sandbox/generate/index.ts') },
  // Standard input and output carry only messages of the protocol.
  mcp: { packages: 'installed', program: typescript('packages/mcp/src/stdio.ts') },
  sandbox: {
    packages: 'serve',
    before: 'packages/sandbox/build.mjs',
    program: ['packages/sandbox/dist/main.js'],
  },
  screenshots: {
    packages: 'all',
    site: 'build',
    browser: true,
    program: typescript('tests/screenshots/index.ts'),
  },
  // A build could replace a site for static hosts with one for the server.
  'search:push': {
    packages: 'serve',
    site: 'check',
    program: typescript('site/search-push/index.ts'),
  },
  // The last build as it is, for the server or for static hosts.
  serve: {
    packages: 'serve',
    before: 'packages/server/build.mjs',
    program: ['packages/server/dist/main.js'],
    defaults: { LOG_LEVEL: 'warn', LOG_FORMAT: 'text' },
  },
  soak: { packages: 'all', site: 'build', program: typescript('tests/hostile/soak.ts') },
});
