import type { LanguageId } from '../../../packages/code-samples/src/index.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { interpreted } from './interpreted.ts';
import { java } from './java.ts';
import { lack } from './lack.ts';
import { rust } from './rust.ts';
import type { Toolchain } from './toolchain.ts';

const quietPwsh = ['-NoProfile', '-NonInteractive', '-File'];

/** How the samples of each language are run. */
export const toolchains: Readonly<Record<LanguageId, Toolchain>> = {
  curl: interpreted('sample.sh', 'bash', lack('curl')),
  nodejs: interpreted('sample.mjs', 'node', lack('nodejs')),
  python: interpreted('sample.py', 'python3', lack('python')),
  go,
  rust,
  csharp,
  ruby: interpreted('sample.rb', 'ruby', lack('ruby')),
  php: interpreted('sample.php', 'php', lack('php')),
  java,
  powershell: interpreted('sample.ps1', 'pwsh', lack('powershell'), quietPwsh),
};

/** How the samples of each MQTT client are run. Arduino needs a board. */
export const mqttToolchains: Readonly<Record<'mosquitto' | 'python' | 'nodejs', Toolchain>> = {
  mosquitto: interpreted('sample.sh', 'bash', lack('mqtt/mosquitto')),
  python: interpreted('sample.py', 'python3', lack('mqtt/python')),
  nodejs: interpreted('sample.mjs', 'node', lack('mqtt/nodejs')),
};
