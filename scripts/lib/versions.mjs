import { spawnSync } from 'node:child_process';

/**
 * A required program with its minimum version.
 * @typedef {object} Requirement
 * @property {string} program
 * @property {readonly string[]} args arguments that print its version
 * @property {RegExp} version matches major and minor version in the output
 * @property {readonly [number, number]} minimum minimum version
 * @property {string} [name] display name, if it is not the program
 * @property {number} [exit] exit code of success; 0 by default
 */

/**
 * Runs a program and returns why it cannot be used; undefined when it can.
 * @param {Requirement} requirement
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function missingProgram(
  { program, args, version, minimum, name, exit = 0 },
  env = process.env,
) {
  const called = name ?? `"${program}"`;
  const result = spawnSync(program, args, { env, encoding: 'utf8', timeout: 60_000 });
  if (result.error) return `no ${called} on this machine`;
  if (result.status !== exit) return `no working ${called} on this machine`;
  const [, major, minor] = version.exec(result.stdout + result.stderr) ?? [];
  if (major === undefined) return `${called} does not print its version`;
  const found = [Number(major), Number(minor ?? 0)];
  const isEnough =
    Number(major) > minimum[0] ||
    (Number(major) === minimum[0] && Number(minor ?? 0) >= minimum[1]);
  return isEnough ? undefined : `${called} is ${found.join('.')}, older than ${minimum.join('.')}`;
}

/**
 * Returns why the first unusable one of several programs cannot be used; undefined when all can.
 * @param {readonly Requirement[]} requirements
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function firstMissing(requirements, env = process.env) {
  for (const requirement of requirements) {
    const reason = missingProgram(requirement, env);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
