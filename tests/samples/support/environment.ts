import path from 'node:path';
import { pythonPackages } from '../../../scripts/lib/sample-tools.mjs';

/** Environment variables of samples: credentials and the device id. */
export const secrets = {
  ANEDYA_API_KEY: 'test-api-key-6f1d0c2b9a',
  ANEDYA_CONNECTION_KEY: 'test-connection-key-83ce57d4',
} as const;

export type SecretName = keyof typeof secrets;

/** Variables that would change the behavior of a program: proxies, keys of the user, options of interpreters and Vitest. */
const foreign =
  /^(?:\w+_proxy|ANEDYA_\w+|NODE_\w+|VITEST\w*|RUBYOPT|PYTHON\w+|JAVA_TOOL_OPTIONS)$/i;

/** The environment of this machine without variables that change the behavior of a program, and without secrets. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C.UTF-8',
    PYTHONPATH: path.resolve(pythonPackages),
  };
}
