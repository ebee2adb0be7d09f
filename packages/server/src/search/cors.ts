/**
 * Copies of the site on other origins ask this server too, and the official clients send their credentials as headers
 * or in the query string, never as cookies: any origin may ask.
 */
export const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
} as const;

/** Answer to a preflight request (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, x-algolia-agent, x-algolia-api-key, x-algolia-application-id, x-algolia-usertoken',
  'access-control-max-age': '86400',
} as const;
