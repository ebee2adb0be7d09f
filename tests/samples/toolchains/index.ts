import type { LanguageId } from '../../../packages/code-samples/src/index.ts';
import { c } from './c.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { interpreted } from './interpreted.ts';
import { java } from './java.ts';
import { missingSampleTool, missingZsh } from './missing-tool.ts';
import { rust } from './rust.ts';
import type { Toolchain } from './toolchain.ts';

const quietPwsh = ['-NoProfile', '-NonInteractive', '-File'];

/** How the samples of each language are run. */
export const toolchains: Readonly<Record<LanguageId, Toolchain>> = {
  curl: interpreted('sample.sh', 'bash', missingSampleTool('curl')),
  nodejs: interpreted('sample.mjs', 'node', missingSampleTool('nodejs')),
  python: interpreted('sample.py', 'python3', missingSampleTool('python')),
  go,
  rust,
  csharp,
  ruby: interpreted('sample.rb', 'ruby', missingSampleTool('ruby')),
  php: interpreted('sample.php', 'php', missingSampleTool('php')),
  java,
  powershell: interpreted('sample.ps1', 'pwsh', missingSampleTool('powershell'), quietPwsh),
  c,
};

/** How the samples of each MQTT client are run. Arduino needs a board. */
export const mqttToolchains: Readonly<Record<'mosquitto' | 'python' | 'nodejs', Toolchain>> = {
  mosquitto: interpreted('sample.sh', 'bash', missingSampleTool('mqtt/mosquitto')),
  python: interpreted('sample.py', 'python3', missingSampleTool('mqtt/python')),
  nodejs: interpreted('sample.mjs', 'node', missingSampleTool('mqtt/nodejs')),
};

/** The samples of mosquitto in zsh. */
export const mosquittoInZsh = interpreted(
  'sample.sh',
  'zsh',
  missingZsh ?? missingSampleTool('mqtt/mosquitto'),
  ['-f'],
);
