/** What a board of the page has beside `main.py`. */
export interface BoardConfig {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly wifi: { readonly ssid: string; readonly password: string };
}

interface Settings {
  readonly server: string;
  readonly deviceId: string;
  readonly connectionKey: string;
  /** Of the broker, in PEM format. */
  readonly certificate: string | undefined;
}

/** Any name and password would do: the network is made up. */
const wifi = { ssid: 'greenhouse', password: 'simulated' };

/** Returns the files of a board of the page, with the names that programs import from `config`. */
export function configFor({ server, deviceId, connectionKey, certificate }: Settings): BoardConfig {
  const values = {
    WIFI_SSID: wifi.ssid,
    WIFI_PASSWORD: wifi.password,
    SERVER: server,
    DEVICE_ID: deviceId,
    CONNECTION_KEY: connectionKey,
  };
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return {
    files: {
      'config.py': `${lines.join('\n')}\n`,
      // A board reads DER; the browser, which makes the connection of this one, has its own certificates.
      'root-ca.der': certificate ?? 'The browser has the certificates.',
    },
    wifi,
  };
}
