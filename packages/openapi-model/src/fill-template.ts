import type { Place } from './place.ts';
import type { ServerVariable } from './types.ts';

/**
 * A URL or host template with every variable at its default (OpenAPI 3.1, 4.8.5).
 * @throws DocumentError at the template for a variable that is not declared
 */
export function fillTemplate(template: Place, variables: readonly ServerVariable[]): string {
  return (template.text ?? '').replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (!variable) throw template.error(`the variable {${name}} is not declared`);
    return variable.default;
  });
}
