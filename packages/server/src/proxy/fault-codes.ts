/**
 * Every refusal and failure of the proxy, with its HTTP status. The code is the `error` of the JSON body and the value
 * of the header `x-proxy-error`, which tells the proxy's own answers from those of the platform.
 */
export const faultStatus = {
  target_invalid: 400,
  headers_invalid: 400,
  target_not_allowed: 403,
  address_refused: 403,
  origin_not_allowed: 403,
  method_not_allowed: 405,
  body_too_large: 413,
  too_many_requests: 429,
  dns_failed: 502,
  connect_failed: 502,
  tls_failed: 502,
  upstream_broken: 502,
  redirect_refused: 502,
  answer_too_large: 502,
  busy: 503,
  not_configured: 503,
  connect_timeout: 504,
  upstream_timeout: 504,
} as const;

export type FaultCode = keyof typeof faultStatus;
