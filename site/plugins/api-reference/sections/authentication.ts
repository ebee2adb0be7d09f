import type { Operation, SecurityScheme } from '@anedya-docs/openapi-model';
import { inlineCode } from '../markdown';
import { fence } from '../mdx';

const signatureGuide = '/features/access-tokens/authentication/';

/** Header lines of a scheme, secrets named in angle brackets. */
export function credentialHeaders(scheme: SecurityScheme): string {
  const secret = { bearer: 'Bearer <API key>', key: '<connection key>', signature: 'ANEDYASIGV1' };
  const extra = Object.entries(scheme.extraHeaders).map(([name, value]) => `${name}: ${value}`);
  return [...extra, `${scheme.header}: ${secret[scheme.kind]}`].join('\n');
}

function sentence(scheme: SecurityScheme, permission: string | undefined): string {
  if (scheme.kind === 'signature') {
    const need = permission === undefined ? '' : ` with the permission ${inlineCode(permission)}`;
    return `An access token${need} works too: [sign the request](${signatureGuide}) with it.`;
  }
  const text = {
    bearer: 'Send the API key of your project. Keep it on your server.',
    key: 'Send the connection key of the node, as it is.',
  }[scheme.kind];
  return `${text}\n\n${fence('http', 'title="Headers"', credentialHeaders(scheme))}`;
}

/** What a caller must prove, and how. */
export function authenticationSection(operation: Operation): string {
  return [
    '## Authentication',
    ...operation.security.map((scheme) => sentence(scheme, operation.permission)),
    ...(operation.securityOptional
      ? [
          'Devices make this call without these headers too; that none is required is not confirmed.',
        ]
      : []),
  ].join('\n\n');
}
