/** Path of MQTT over WebSocket, below the sandbox's prefix. */
export const mqttPath = '/mqtt';

/** Path of the streams' WebSocket endpoint, below the sandbox's prefix. */
export const streamsPath = '/platform/v1/streams/connect';

/** Decodes percent-encoded characters of a path; returns a malformed path unchanged. */
export function decodedPath(path: string): string {
  try {
    return path.includes('%') ? decodeURI(path) : path;
  } catch {
    return path;
  }
}

/**
 * Returns the host of a URL by which programs on this machine reach a server.
 * @param host host name or address that the server listens on
 */
export function localUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
