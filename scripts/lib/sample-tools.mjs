import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './run.mjs';

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
 * The tools that run the samples of a language.
 * @typedef {object} SampleTool
 * @property {readonly Requirement[]} requirements
 * @property {readonly string[]} debian Debian packages that contain it
 * @property {string} download where to get it otherwise
 */

const version = /(\d+)\.(\d+)/;

/**
 * @param {string} program
 * @param {readonly [number, number]} minimum
 * @param {Partial<Requirement>} [special]
 * @returns {Requirement}
 */
const requirement = (program, minimum, special = {}) => ({
  program,
  args: ['--version'],
  version,
  minimum,
  ...special,
});

const bash = requirement('bash', [3, 2]);
const python = requirement('python3', [3, 9]);
const node = requirement('node', [20, 0]);
const phpCurl = {
  args: ['-r', 'echo curl_version()["version"];'],
  name: '"php" with the curl extension',
};
const paho = {
  args: ['-c', 'import paho.mqtt; print(paho.mqtt.__version__)'],
  name: 'Python package paho-mqtt',
};

/** By language id or MQTT client id of `packages/code-samples`. */
export const sampleTools = /** @satisfies {Record<string, SampleTool>} */ ({
  curl: {
    requirements: [bash, requirement('curl', [7, 84])],
    debian: ['bash', 'curl'],
    download: 'https://curl.se/download.html',
  },
  nodejs: { requirements: [node], debian: [], download: 'https://nodejs.org/' },
  python: {
    requirements: [python],
    debian: ['python3'],
    download: 'https://www.python.org/downloads/',
  },
  go: {
    requirements: [requirement('go', [1, 19], { args: ['version'], version: /go(\d+)\.(\d+)/ })],
    debian: ['golang-go'],
    download: 'https://go.dev/dl/',
  },
  rust: {
    requirements: [
      requirement('rustc', [1, 85]),
      requirement('cargo', [1, 85]),
      requirement('cc', [4, 0]),
    ],
    debian: ['rustc', 'cargo', 'gcc', 'libc6-dev'],
    download: 'https://rustup.rs/',
  },
  csharp: {
    requirements: [requirement('dotnet', [8, 0])],
    debian: [],
    download: 'https://dotnet.microsoft.com/download',
  },
  ruby: {
    requirements: [requirement('ruby', [3, 1])],
    debian: ['ruby'],
    download: 'https://www.ruby-lang.org/en/downloads/',
  },
  php: {
    requirements: [requirement('php', [8, 2]), requirement('php', [7, 0], phpCurl)],
    debian: ['php-cli', 'php-curl'],
    download: 'https://www.php.net/downloads',
  },
  java: {
    requirements: ['javac', 'java'].map((program) =>
      requirement(program, [17, 0], { version: /(\d+)(?:\.(\d+))?/ }),
    ),
    debian: ['default-jdk-headless'],
    download: 'https://adoptium.net/',
  },
  powershell: {
    requirements: [requirement('pwsh', [7, 0])],
    debian: [],
    download: 'https://learn.microsoft.com/powershell/scripting/install/installing-powershell',
  },
  c: {
    // Debian has it in the package with the headers.
    requirements: [requirement('gcc', [9, 0]), requirement('curl-config', [7, 66])],
    debian: ['gcc', 'libc6-dev', 'libcurl4-openssl-dev'],
    download: 'https://curl.se/libcurl/',
  },
  'mqtt/mosquitto': {
    // Its help exits with code 1.
    requirements: [bash, requirement('mosquitto_rr', [2, 0], { args: ['--help'], exit: 1 })],
    debian: ['mosquitto-clients'],
    download: 'https://mosquitto.org/download/',
  },
  'mqtt/python': {
    requirements: [python, requirement('python3', [2, 0], paho)],
    debian: ['python3-pip'],
    download: 'https://pypi.org/project/paho-mqtt/',
  },
  'mqtt/nodejs': { requirements: [node], debian: [], download: 'https://nodejs.org/' },
});

/** Folder in which the tests look for Python packages. */
export const pythonPackages = path.join(root, '.cache/samples/python');

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
 * Returns why the samples of a language cannot run here; undefined when they can.
 * @param {SampleTool} tool
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function missingToolOf({ requirements }, env) {
  for (const required of requirements) {
    const reason = missingProgram(required, env);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
