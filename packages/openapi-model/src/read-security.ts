import type { Place } from './place.ts';
import type { SecurityScheme, SignatureHeaders } from './types.ts';

type Kind = SecurityScheme['kind'];

/** Kind of a scheme, or nothing when no page and no request could say how to use it. */
function kindOf(scheme: Place): Kind | undefined {
  const type = scheme.at('type').text;
  // Names of HTTP schemes ignore case (RFC 9110, 11.1).
  if (type === 'http') {
    return scheme.at('scheme').text?.toLowerCase() === 'bearer' ? 'bearer' : undefined;
  }
  if (type !== 'apiKey' || scheme.at('in').text !== 'header') return undefined;
  return scheme.at('x-anedya-signature').value === undefined ? 'key' : 'signature';
}

/**
 * Reads `components.securitySchemes`.
 * @throws DocumentError for a scheme that is neither HTTP bearer nor a key in a header
 */
export function readSecuritySchemes(place: Place): SecurityScheme[] {
  return place.entries().map(([id, scheme]) => {
    const kind = kindOf(scheme);
    if (!kind) {
      throw scheme.error(
        `security scheme "${id}" is of a kind we do not know: use http with bearer, or apiKey in header`,
      );
    }
    return {
      id,
      kind,
      header: kind === 'bearer' ? 'Authorization' : (scheme.at('name').text ?? ''),
      extraHeaders: scheme.at('x-extra-headers').object as Readonly<Record<string, string>>,
      signatureHeaders:
        kind === 'signature'
          ? (scheme.at('x-anedya-signature').at('headers').object as unknown as SignatureHeaders)
          : undefined,
      description: scheme.at('description').text ?? '',
    };
  });
}

/** Ways to authenticate a call. */
export interface Security {
  readonly schemes: readonly SecurityScheme[];
  readonly optional: boolean;
}

/**
 * Reads a list of security requirements, any one of which is enough (OpenAPI 3.1, 4.8.30). An empty one makes
 * a credential optional, and so does a list that is empty or missing.
 * @throws DocumentError for a scheme that is not declared, or several in one requirement
 */
export function readSecurity(place: Place, declared: readonly SecurityScheme[]): Security {
  const requirements = place.items();
  const schemes = requirements.flatMap((requirement) => {
    const names = Object.keys(requirement.object);
    if (names.length > 1) {
      throw requirement.error('a requirement names one security scheme: we cannot ask for several');
    }
    return names.map((name) => {
      const scheme = declared.find((candidate) => candidate.id === name);
      if (!scheme) throw requirement.at(name).error(`security scheme "${name}" is not declared`);
      return scheme;
    });
  });
  const free = requirements.some((requirement) => Object.keys(requirement.object).length === 0);
  return { schemes, optional: free || schemes.length === 0 };
}
