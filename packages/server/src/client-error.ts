import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';

const explanations: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The header Content-Type is not a media type. Send JSON as "application/json".',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON. Send JSON in UTF-8, without compression.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON.',
};

/** Says what was wrong with a body that Fastify rejected, and what to do; undefined for another error. */
export const explainBodyError = ({ code }: FastifyError): string | undefined => explanations[code];

/**
 * Passes bodies of a plugin on as text, whatever their type, because it parses JSON itself. A compressed one is rejected with 415
 * (RFC 9110, 15.5.16), which search reports as 400, as its protocol does.
 */
export function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, ({ headers }, body, next) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding.trim().toLowerCase() === 'identity') {
      next(null, body);
      return;
    }
    const message = `The body has the coding "${coding.slice(0, 30)}". Send it without compression, and without the header Content-Encoding.`;
    next(Object.assign(new Error(message), { statusCode: 415 }));
  });
}

/** Sends 405 (RFC 9110, 15.5.6). @param allow methods of the path, separated by commas */
export const sendMethodNotAllowed = (reply: FastifyReply, allow: string): FastifyReply =>
  reply
    .code(405)
    .header('allow', allow)
    .header('cache-control', 'no-store')
    .send({ error: 'method_not_allowed', message: `Use ${allow} for this path` });

/**
 * Adds the route for the other methods of a path.
 * @param allow methods of the path
 * @param send sends 405 in the error format of the path
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  allow: readonly string[],
  send = sendMethodNotAllowed,
): void {
  app.route({
    method: app.supportedMethods.filter((method) => !allow.includes(method)),
    url,
    handler: (_request, reply) => send(reply, allow.join(', ')),
  });
}
