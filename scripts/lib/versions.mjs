import { spawnSync } from 'node:child_process';

/**
 * A program something needs: what it says about its version, and the oldest one that will do.
 * @typedef {object} Need
 * @property {string} program
 * @property {readonly string[]} args
 * @property {RegExp} version finds major and minor number in what the program prints
 * @property {readonly [number, number]} least
 * @property {string} [name] what to call it, when that is not the program
 * @property {number} [exit] exit code of success, when that is not 0
 */

/**
 * Why a program cannot be used; undefined when it can. It is really run.
 * @param {Need} need
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function lack({ program, args, version, least, name, exit = 0 }, env = process.env) {
  const called = name ?? `"${program}"`;
  const result = spawnSync(program, args, { env, encoding: 'utf8', timeout: 60_000 });
  if (result.error) return `no ${called} on this machine`;
  if (result.status !== exit) return `no ${called} that works on this machine`;
  const [, major, minor] = version.exec(result.stdout + result.stderr) ?? [];
  if (major === undefined) return `${called} does not say its version`;
  const found = [Number(major), Number(minor ?? 0)];
  const isEnough =
    Number(major) > least[0] || (Number(major) === least[0] && Number(minor ?? 0) >= least[1]);
  return isEnough ? undefined : `${called} is ${found.join('.')}, older than ${least.join('.')}`;
}

/**
 * The first of several programs' lacks.
 * @param {readonly Need[]} needs
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function firstLack(needs, env = process.env) {
  for (const need of needs) {
    const reason = lack(need, env);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
