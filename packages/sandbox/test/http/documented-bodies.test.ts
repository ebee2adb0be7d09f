import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentedBody } from '../support/documented-bodies.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { runs } from '../support/runs.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

/**
 * What depends on more than one field, or on what the project holds, and so is stated in words: a part of the error, and a part
 * of the description of the operation or field.
 */
const rules: readonly (readonly [id: string, error: RegExp, stated: string])[] = [
  ['platform/access-token-create', /has no such node/, 'must exist in the project'],
  ['platform/data-get-data', /"to" must not be before "from"/, 'Not earlier than `from`'],
  ['platform/variables-snapshot', /not in the future/, 'must not be in the future'],
  [
    'platform/post-aggregates-variable-by-time',
    /Only variables of type float/,
    'only variables of',
  ],
  ['platform/commands-send', /not base64 text/, 'base64'],
  ['platform/post-assets-complete-upload', /"parts" (?:contains|must contain)/, 'exactly once'],
  ['platform/assets-create', /"assetMeta" has \d+ bytes/, 'at most 4,000 bytes'],
  ['platform/deployments-create', /"deployementFilter" has \d+ bytes/, 'at most 4,000 bytes'],
  ['platform/deployments-create', /must occur once/, '`stageNumber` must be unique'],
  ['platform/deployments-create', /with "autoAbort"/, '`abortCriteria` must be 1 or more'],
  ['platform/deployments-create', /"deploymentExpiry"|expired already/, 'at most 5 years'],
  [
    'platform/streams-create',
    /"(?:sources.nodes|variables|events)"|would send nothing/,
    'must exist in the project',
  ],
  ['device/submitdata', /accepts only values of type/, 'the type of the variable'],
  ['device/commands-update-status', /not base64 text/, 'base64'],
  ['device/valuestore-set-value', /send base64 text/, 'base64'],
];

/** Reason code of a body that does not fit its document. */
const malformed = 'generic::malformedrequest';

describe('a body that its document allows', () => {
  const harness = useHttpSandbox();

  it.each(operations)('is not malformed for $id', async ({ id, api, path, operation }) => {
    const project = await harness.http.createProject();
    const own = { own: project.examples, now: harness.http.now };
    const headers =
      api === 'platform' ? bearer(project.apiKey) : deviceKey(project.nodes[0].connectionKey);
    const known = rules.filter(([operationId]) => operationId === id).map(([, error]) => error);
    await fc.assert(
      fc.asyncProperty(documentedBody(operation.request.schema, own), async (sent) => {
        const { status, body } = await harness.http.send(path, { headers, body: sent });
        if (status !== 400 && status !== 413) return;
        const error = body.error as string;
        if (error.startsWith('The body is larger')) return;
        // The Device API has no reason codes: every rejection of these statuses is about the body.
        const reason = body.reasonCode ?? malformed;
        if (reason === malformed)
          expect(
            known.some((rule) => rule.test(error)),
            error,
          ).toBe(true);
        else expect(operation.reasonCodes.map(({ code }) => code)).toContain(reason);
      }),
      { numRuns: runs(60), seed: 20_260_101 },
    );
  });

  it.each(rules)('may break a rule of %s that is stated: %s', (id, _error, stated) => {
    const operation = operations.find((entry) => entry.id === id)?.operation;
    const { description, request } = operation ?? {};
    const text = JSON.stringify([description, request?.schema]).replace(/(?:\\n|\s)+/g, ' ');
    expect(text).toContain(stated);
  });
});
