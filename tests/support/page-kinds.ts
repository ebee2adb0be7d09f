/** One page of every kind. */
export const pageKinds = [
  '/',
  '/changelog/',
  '/features/heartbeat/',
  '/getting-started/submitData/',
  '/device/mqtt-endpoints/',
  '/platform-api/',
  '/platform-api/post-aggregates-variable-by-time/',
  '/device/api/submitdata/',
  '/search/?q=node',
  '/no-such-page/',
] as const;
