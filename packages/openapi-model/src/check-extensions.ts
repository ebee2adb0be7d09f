import type { Call } from './calls.ts';
import {
  documentExtensions,
  operationExtensions,
  securityExtensions,
} from './extension-schemas.ts';
import type { Place } from './place.ts';
import { SchemaChecker } from './schema-checker.ts';
import type { Schema } from './types.ts';

/**
 * Checks the form of every `x-` extension we read, which the meta-schema of OpenAPI leaves open. An extension
 * we do not know is a fault: a misspelt one would silently drop what it says.
 * @throws DocumentError at the line of the extension
 */
export function checkExtensions(root: Place, calls: readonly Call[]): void {
  const checker = new SchemaChecker();
  const check = (place: Place, known: Readonly<Record<string, Schema>>) => {
    for (const [name, extension] of place.entries()) {
      if (!name.startsWith('x-')) continue;
      const schema = known[name];
      if (!schema) {
        const names = Object.keys(known).join(', ');
        throw extension.error(`extension ${name} is unknown here: we read ${names}`);
      }
      const fault = checker.fault(schema, extension.value ?? null);
      if (!fault) continue;
      const inside = extension.at(...fault.path);
      throw inside.error(`${name} at ${inside.pointer}: ${fault.reason}`);
    }
  };
  check(root, documentExtensions);
  for (const [, scheme] of root.at('components', 'securitySchemes').entries()) {
    check(scheme, securityExtensions);
  }
  for (const { operation } of calls) check(operation, operationExtensions);
}
