import type { FastifyError } from 'fastify';

const explanations: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The header Content-Type is not a media type. Send JSON as "application/json".',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON. Send JSON in UTF-8, without compression.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON.',
};

/** Says what was wrong with a body that Fastify rejected, and what to do; undefined for another error. */
export const explainBodyError = ({ code }: FastifyError): string | undefined => explanations[code];
