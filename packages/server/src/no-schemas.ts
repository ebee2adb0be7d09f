import type { FastifyServerOptions } from 'fastify';

function fail(): never {
  throw new Error('A route has a schema: check its request in the handler');
}

/** For servers without schemas in their routes: Fastify's compilers, Ajv among them, take a fifth of the time to start. */
export const noSchemas: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: { compilersFactory: { buildValidator: fail, buildSerializer: fail } },
};
