import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Name of a server in the fixture documents. */
export const apiHost = 'api.ap-in-1.anedya.io';
export const apiUrl = `https://${apiHost}/v1/node/list`;

/** The parts of the platform's document that the proxy reads, as in `specs/platform.openapi.yaml`. */
export const platformDocument = {
  openapi: '3.1.0',
  servers: [
    {
      url: 'https://api.{region}.anedya.io/v1',
      variables: { region: { enum: ['ap-in-1'], default: 'ap-in-1' } },
    },
    { url: 'https://api.anedya.io/v1' },
  ],
  paths: { '/node/list': { summary: 'Nodes', post: {} }, '/node/create': { post: {} } },
  components: {
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer' },
      accessToken: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        'x-anedya-signature': {
          version: 'v1',
          headers: {
            tokenId: 'X-Anedya-Tokenid',
            timestamp: 'X-Anedya-Timestamp',
            version: 'X-Anedya-SignatureVersion',
            signature: 'X-Anedya-Signature',
          },
        },
      },
    },
  },
};

/** The same for the device document, as in `specs/device.openapi.yaml`. */
export const deviceDocument = {
  openapi: '3.1.0',
  servers: [
    {
      url: 'https://device.{region}.anedya.io/v1',
      variables: { region: { enum: ['ap-in-1'], default: 'ap-in-1' } },
    },
  ],
  paths: { '/submitData': { post: {} } },
  components: {
    securitySchemes: {
      connectionKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        'x-extra-headers': { 'Auth-mode': 'key' },
      },
    },
  },
};

/** Writes both documents where a site's build writes them. */
export async function writeDocuments(siteDir: string): Promise<void> {
  await mkdir(path.join(siteDir, 'specs'), { recursive: true });
  const put = (name: string, document: object) =>
    writeFile(path.join(siteDir, 'specs', `${name}.openapi.json`), JSON.stringify(document));
  await put('platform', platformDocument);
  await put('device', deviceDocument);
}
