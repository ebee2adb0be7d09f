import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseDocument } from '@anedya-docs/openapi-model';
import { requestBodiesFile, requestBodyTypes } from './request-bodies.ts';

// `npm run generate`: writes what the sandbox's sources derive from the API documents. `npm run dev` starts it after a change of
// a document, with a low priority, because only the type checker needs the result.

os.setPriority(os.constants.priority.PRIORITY_LOW);

const read = (api: string) => {
  const file = `specs/${api}.openapi.yaml`;
  return parseDocument(
    readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8'),
    file,
  );
};
const source = await requestBodyTypes({
  platform: await read('platform'),
  device: await read('device'),
});
if (source !== readFileSync(requestBodiesFile, 'utf8')) {
  writeFileSync(requestBodiesFile, source);
  console.log(`Updated ${path.relative(process.cwd(), requestBodiesFile)}`);
}
