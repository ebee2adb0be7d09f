import { cleanEnv, makeExactValidator, str, type ReporterOptions } from 'envalid';

/**
 * Every value a deployment may change, read from the environment once and checked.
 * A value that does not fit stops the build with a message that names the variable.
 */

/** Absolute http(s) address without user info. */
const httpUrl = makeExactValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`expected an absolute http or https address, got "${input}"`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('an address must not carry a user name or password');
  }
  return input;
});

/** Address of a site's origin: no path, query or fragment. */
const originUrl = makeExactValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url?.protocol.startsWith('http') || input.replace(/\/$/, '') !== url.origin) {
    throw new Error(`expected an origin such as https://docs.example.com, got "${input}"`);
  }
  return url.origin;
});

/** Path that starts and ends with a slash, as Docusaurus wants `baseUrl`. */
const slashedPath = makeExactValidator<string>((input) => {
  if (!/^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(input)) {
    throw new Error(`expected a path that starts and ends with "/", got "${input}"`);
  }
  return input;
});

/** Path on the site's own origin, or the empty string to switch the feature off. */
const optionalPath = makeExactValidator<string>((input) => {
  if (input !== '' && !/^\/(?!\/)[A-Za-z0-9._~/-]+$/.test(input)) {
    throw new Error(`expected a path such as /page-views, or nothing, got "${input}"`);
  }
  return input;
});

/** Address that another address is put behind, or the empty string for direct calls. */
const proxyUrl = makeExactValidator<string>((input) => {
  if (input === '' || /^\/(?!\/)[A-Za-z0-9._~/-]*\/$/.test(input)) return input;
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '') {
    throw new Error(
      `expected an address such as https://proxy.example.com/ or nothing, got "${input}"`,
    );
  }
  return input;
});

/** Address of a service: a path on the site's own origin, another server's, or the empty string for none. */
const serviceUrl = (example: string) =>
  makeExactValidator<string>((input) => {
    if (input === '' || /^\/(?!\/)[A-Za-z0-9._~/-]+$/.test(input)) return input;
    const url = URL.canParse(input) ? new URL(input) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '') {
      throw new Error(`expected an address such as ${example} or nothing, got "${input}"`);
    }
    return input;
  });

/** A chat that opens with a page: its name, and a URL in which `{page}` is replaced by the URL of the page's Markdown. */
export interface Assistant {
  readonly name: string;
  readonly url: string;
}

function isAssistant(value: unknown): value is Assistant {
  const { name, url } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof url === 'string' &&
    /^https?:\/\/.*\{page\}/.test(url) &&
    URL.canParse(url)
  );
}

const assistants = makeExactValidator<readonly Assistant[]>((input) => {
  const expected = `expected JSON such as [{"name": "Chat", "url": "https://chat.example.com/?q={page}"}], got "${input}"`;
  let list: unknown;
  try {
    list = JSON.parse(input);
  } catch {
    throw new Error(expected);
  }
  if (!Array.isArray(list) || !list.every(isAssistant)) throw new Error(expected);
  return list.map(({ name, url }) => ({ name, url }));
});

/** Address of a form for new issues, or the empty string for none. */
const issuesUrl = makeExactValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (input !== '' && (!url?.protocol.startsWith('http') || url.username + url.password !== '')) {
    throw new Error(
      `expected an address such as https://github.com/owner/name/issues/new or nothing, got "${input}"`,
    );
  }
  return input;
});

/** Google tag id, or the empty string for none. */
const gtagId = makeExactValidator<string>((input) => {
  if (input !== '' && !/^(?:G|GT|UA|AW|DC)-[A-Z0-9-]+$/.test(input)) {
    throw new Error(`expected a Google tag id such as G-XXXXXXX, got "${input}"`);
  }
  return input;
});

const nonEmpty = makeExactValidator<string>((input) => {
  if (input.trim() === '') throw new Error('must not be empty');
  return input;
});

/** @throws Error that lists the problems, if there are any */
function report(problems: readonly (readonly [name: string, message: string])[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(([name, message]) => `  ${name}: ${message}`);
  throw new Error(
    `The site's configuration is not valid. Correct these environment variables:\n${lines.join('\n')}`,
  );
}

/**
 * Reads the site's settings from an environment.
 * @param env defaults to `process.env`
 * @throws Error naming each variable whose value does not fit
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return cleanEnv(
    env,
    {
      SITE_TITLE: nonEmpty({ default: 'Anedya Docs' }),
      SITE_TAGLINE: nonEmpty({ default: 'Connect hardware, skip the server side' }),
      SITE_URL: originUrl({ default: 'https://docs.anedya.io' }),
      BASE_URL: slashedPath({ default: '/' }),
      CONSOLE_URL: httpUrl({ default: 'https://console.anedya.io/' }),
      BLOG_URL: httpUrl({ default: 'https://anedya.io/blog' }),
      REPOSITORY_URL: httpUrl({ default: 'https://github.com/anedyaio' }),
      ISSUES_URL: issuesUrl({ default: '' }),
      CHAT_URL: httpUrl({ default: 'https://github.com/orgs/anedyaio/discussions' }),
      GTAG_ID: gtagId({ default: '' }),
      PAGE_VIEWS_PATH: optionalPath({ default: '/page-views' }),
      API_PROXY_URL: proxyUrl({ default: undefined }),
      SANDBOX_URL: serviceUrl('https://sandbox.example.com/sandbox')({ default: undefined }),
      MCP_URL: serviceUrl('https://docs.example.com/mcp')({ default: undefined }),
      ASSISTANTS: assistants({ default: [] }),
      OFFLINE: str({ default: 'on', choices: ['on', 'off'] }),
      SEARCH_BACKEND: str({ default: 'server', choices: ['server', 'browser'] }),
      SEARCH_APP_ID: str({ default: '' }),
      SEARCH_API_KEY: str({ default: '' }),
      SEARCH_INDEX_NAME: nonEmpty({ default: 'anedya-docs' }),
    },
    {
      reporter: ({ errors }: ReporterOptions<object>) =>
        report(Object.entries<Error>(errors).map(([name, { message }]) => [name, message])),
    },
  );
}

export type SiteEnvironment = ReturnType<typeof readEnvironment>;

/**
 * Returns the keys of the hosted search provider, or `undefined` if the site does not use it.
 * @throws Error when only one is set: every search would fail
 */
export function hostedSearch({ SEARCH_APP_ID: appId, SEARCH_API_KEY: apiKey }: SiteEnvironment) {
  if (appId === '' && apiKey === '') return undefined;
  if (appId === '') report([['SEARCH_APP_ID', 'required with SEARCH_API_KEY']]);
  if (apiKey === '') report([['SEARCH_API_KEY', 'required with SEARCH_APP_ID']]);
  return { appId, apiKey };
}

/**
 * Returns the address of an issue form with the version filled in, by the parameters that GitHub, Gitea and Forgejo read. The page
 * appends its path to the title. Most of the address is computed here because every page loads the code of the link.
 * @param form address of the empty form; empty for none
 */
export function reportUrl(form: string, version: string): string {
  if (form === '') return '';
  const body = encodeURIComponent(`Version: ${version}\n\nWhat is wrong?\n`);
  const title = encodeURIComponent('Problem with ');
  return `${form}${form.includes('?') ? '&' : '?'}body=${body}&title=${title}`;
}
