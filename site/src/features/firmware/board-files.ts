import program from '@generated/device-program/default/program.json';
import { valuesInUse, withValuesInUse } from '@site/src/features/values';

/** Text of `config.py` with the values in use: those of a sandbox on a server, or ids that the reader has entered. */
export const configFile = (): string => withValuesInUse(program.config);

/** Returns the bytes of a certificate in PEM format (RFC 7468), which is the DER format: boards read that. */
export function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The root certificate of the broker in use; undefined for the platform, whose certificates this site does not have. */
export function rootCertificate(): Uint8Array<ArrayBuffer> | undefined {
  const pem = valuesInUse().addresses?.broker.ca;
  return pem === undefined ? undefined : derOf(pem);
}

/** Commands that copy the program to a board, in order. */
export const boardCommands = [
  {
    command: 'mpremote mip install github:peterhinch/micropython-mqtt',
    does: 'Install the MQTT library on the board',
  },
  { command: 'mpremote cp main.py config.py root-ca.der :', does: 'Copy the files to the board' },
  { command: 'mpremote reset', does: 'Restart the board, which starts the program' },
] as const;
