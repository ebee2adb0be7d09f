import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { configFile, derOf } from './board-files';

it('writes a certificate in the format that boards read', () => {
  for (const pem of rootCertificates.slice(0, 3)) {
    for (const text of [pem, `${pem}\n`, pem.replaceAll('\n', '\r\n')]) {
      expect(Buffer.from(derOf(text))).toEqual(new X509Certificate(pem).raw);
    }
  }
});

it('has the settings of the platform for a reader without a sandbox', () => {
  expect(configFile()).toContain('SERVER = "mqtt.ap-in-1.anedya.io"');
  expect(configFile()).toContain('CONNECTION_KEY = "YOUR-CONNECTION-KEY"');
});
