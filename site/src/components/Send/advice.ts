import { bodyErrors } from '@site/src/runner/body/body-errors';
import type { Call } from '@site/src/runner/call';
import { missingParts } from '@site/src/runner/credentials';
import type { Values } from '@site/src/values/store';

const missingTexts: Readonly<Partial<Record<keyof Values, string>>> = {
  apiKey: 'Enter the API key.',
  connectionKey: 'Enter the connection key.',
  tokenId: 'Enter the id of the access token.',
  tokenSecret: 'Enter the secret of the access token.',
};

/**
 * What a request lacks, in sentences.
 * @param schemeId empty for no credential
 * @param values nothing while there is no sandbox project, which a call makes by itself
 */
export function adviceOn(
  call: Call,
  schemeId: string,
  values: Values | undefined,
  body: string,
): string[] {
  const scheme = call.security.find(({ id }) => id === schemeId);
  const missing = scheme && values ? missingParts(scheme, values) : [];
  const faults = bodyErrors(call.request.schema, body).length;
  return [
    ...missing.flatMap((part) => missingTexts[part] ?? []),
    ...(faults === 1 ? ['One field of the body needs attention.'] : []),
    ...(faults > 1 ? [`${faults} fields of the body need attention.`] : []),
  ];
}
