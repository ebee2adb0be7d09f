import type { SampleRequest, SecretHeader } from './types.ts';

/** Environment variables that the headers of a request need, without duplicates. */
export function secretsOf(request: SampleRequest): string[] {
  const secrets = request.headers.flatMap((header) => ('secret' in header ? [header.secret] : []));
  return [...new Set(secrets)];
}

/** Environment variable with the base URL of the API that accepts a credential. The setup block of the guides sets it. */
const baseVariables: Readonly<Record<string, string>> = {
  ANEDYA_API_KEY: 'ANEDYA_API_URL',
  ANEDYA_CONNECTION_KEY: 'ANEDYA_DEVICE_URL',
};

/** The URL of a request in two parts. */
export interface Address {
  /** Environment variable that overrides `base`, so that address and key come from the same setup; undefined without a key. */
  readonly variable: string | undefined;
  readonly base: string;
  readonly path: string;
}

export function addressOf(request: SampleRequest): Address {
  const { url, path } = request;
  const variable = secretsOf(request)
    .map((secret) => baseVariables[secret])
    .find(Boolean);
  if (variable === undefined || !url.endsWith(path))
    return { variable: undefined, base: url, path: '' };
  return { variable, base: url.slice(0, url.length - path.length), path };
}

/** Local variable for an environment variable: `api_key` for `ANEDYA_API_KEY`. */
export function snakeCase(secret: string): string {
  return secret.replace(/^ANEDYA_/, '').toLowerCase();
}

/** Local variable for an environment variable: `apiKey` for `ANEDYA_API_KEY`. */
export function camelCase(secret: string): string {
  return snakeCase(secret).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One source line per header: `text` for constant values, `secret` for values from the environment. */
export function headerLines(
  request: SampleRequest,
  text: (name: string, value: string) => string,
  secret: (header: SecretHeader) => string,
): string {
  return request.headers
    .map((header) => ('secret' in header ? secret(header) : text(header.name, header.value)))
    .join('\n');
}

/** Separates the media type of the body from the other headers, for clients that set it in another way. */
export function splitContentType(request: SampleRequest): {
  contentType: string;
  others: SampleRequest;
} {
  const isContentType = (name: string) => name.toLowerCase() === 'content-type';
  const found = request.headers.find((header) => 'value' in header && isContentType(header.name));
  return {
    contentType: found && 'value' in found ? found.value : 'application/json',
    others: { ...request, headers: request.headers.filter((header) => header !== found) },
  };
}
