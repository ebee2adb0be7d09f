import { firstLack } from './versions.mjs';

/** @typedef {import('./versions.mjs').Need} Need */

/**
 * What the samples of a language are run with.
 * @typedef {object} SampleTool
 * @property {readonly Need[]} needs
 * @property {readonly Need[]} [instead] will do when those are not here
 * @property {readonly string[]} debian packages that bring it
 * @property {string} byHand where to get it
 */

const version = /(\d+)\.(\d+)/;

/**
 * @param {string} program
 * @param {readonly [number, number]} least
 * @param {Partial<Need>} [special]
 * @returns {Need}
 */
const need = (program, least, special = {}) => ({
  program,
  args: ['--version'],
  version,
  least,
  ...special,
});

const bash = need('bash', [3, 2]);
const python = need('python3', [3, 9]);
const node = need('node', [20, 0]);
const phpCurl = {
  args: ['-r', 'echo curl_version()["version"];'],
  name: '"php" with the curl extension',
};
const paho = {
  args: ['-c', 'import paho.mqtt; print(paho.mqtt.__version__)'],
  name: 'Python package paho-mqtt',
};

/** By the ids that `packages/code-samples` gives to languages and MQTT clients. */
export const sampleTools = /** @satisfies {Record<string, SampleTool>} */ ({
  curl: {
    needs: [bash, need('curl', [7, 76])],
    debian: ['bash', 'curl'],
    byHand: 'https://curl.se/download.html',
  },
  nodejs: { needs: [node], debian: [], byHand: 'https://nodejs.org/' },
  python: {
    needs: [python],
    debian: ['python3'],
    byHand: 'https://www.python.org/downloads/',
  },
  go: {
    needs: [need('go', [1, 19], { args: ['version'], version: /go(\d+)\.(\d+)/ })],
    debian: ['golang-go'],
    byHand: 'https://go.dev/dl/',
  },
  rust: {
    needs: [need('rustc', [1, 85]), need('cargo', [1, 85]), need('cc', [4, 0])],
    debian: ['rustc', 'cargo', 'gcc', 'libc6-dev'],
    byHand: 'https://rustup.rs/',
  },
  csharp: {
    needs: [need('dotnet', [8, 0])],
    instead: [need('mcs', [6, 0]), need('mono', [6, 0])],
    debian: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
    byHand: 'https://dotnet.microsoft.com/download',
  },
  ruby: {
    needs: [need('ruby', [3, 1])],
    debian: ['ruby'],
    byHand: 'https://www.ruby-lang.org/en/downloads/',
  },
  php: {
    needs: [need('php', [8, 2]), need('php', [7, 0], phpCurl)],
    debian: ['php-cli', 'php-curl'],
    byHand: 'https://www.php.net/downloads',
  },
  java: {
    needs: ['javac', 'java'].map((program) =>
      need(program, [17, 0], { version: /(\d+)(?:\.(\d+))?/ }),
    ),
    debian: ['default-jdk-headless'],
    byHand: 'https://adoptium.net/',
  },
  powershell: {
    needs: [need('pwsh', [7, 0])],
    debian: [],
    byHand: 'https://learn.microsoft.com/powershell/scripting/install/installing-powershell',
  },
  'mqtt/mosquitto': {
    // Its help ends with 1.
    needs: [bash, need('mosquitto_rr', [2, 0], { args: ['--help'], exit: 1 })],
    debian: ['mosquitto-clients'],
    byHand: 'https://mosquitto.org/download/',
  },
  'mqtt/python': {
    needs: [python, need('python3', [2, 0], paho)],
    debian: ['python3-pip'],
    byHand: 'https://pypi.org/project/paho-mqtt/',
  },
  'mqtt/nodejs': { needs: [node], debian: [], byHand: 'https://nodejs.org/' },
});

/**
 * Why the samples of a language cannot be run here; undefined when they can.
 * @param {SampleTool} tool
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function lackOf({ needs, instead }, env) {
  const first = firstLack(needs, env);
  if (first === undefined || instead === undefined) return first;
  const second = firstLack(instead, env);
  return second === undefined ? undefined : `${first}, and ${second}`;
}
