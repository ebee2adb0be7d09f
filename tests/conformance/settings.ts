import { parseArgs } from 'node:util';

/** Base URLs of both APIs, with the version and without a trailing slash. */
export interface Addresses {
  readonly platform: string;
  readonly device: string;
}

export interface Settings {
  /** The account to compare; undefined for a sandbox. */
  readonly account: { readonly addresses: Addresses; readonly apiKey: string } | undefined;
  /** Whether to start without asking. */
  readonly yes: boolean;
}

const usage =
  'usage: npm run conformance -- [--platform <base URL> --device <base URL>] [--yes], with ANEDYA_API_KEY in the environment';

/** @throws Error unless the URL is HTTPS, or HTTP to this machine: requests carry keys */
function baseUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new Error(`${option} must be an HTTPS URL such as https://api.ap-in-1.anedya.io/v1`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error(`${option} must have no credentials, query or fragment`);
  return text.replace(/\/+$/, '');
}

/**
 * Reads the arguments and the environment. The API key is only in the environment: arguments are visible to other users.
 * @throws Error that says what is missing
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      platform: { type: 'string' },
      device: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const { platform, device, yes } = values;
  if (platform === undefined && device === undefined) return { account: undefined, yes };
  if (platform === undefined || device === undefined)
    throw new Error(`--platform and --device belong together; ${usage}`);
  const addresses = {
    platform: baseUrl('--platform', platform),
    device: baseUrl('--device', device),
  };
  const apiKey = env.ANEDYA_API_KEY ?? '';
  if (apiKey === '')
    throw new Error(`ANEDYA_API_KEY is not set: export the API key of the project; ${usage}`);
  return { account: { addresses, apiKey }, yes };
}
