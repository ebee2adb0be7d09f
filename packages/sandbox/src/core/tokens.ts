import { tokenLengths } from './auth/keys.ts';
import type { Context, Handler, Handlers, Policy, RequestBodies } from './context.ts';
import { malformed, RequestError } from './errors.ts';
import { limits } from './limits.ts';
import { unknownNode } from './node-records.ts';
import { requireQuota } from './transaction.ts';
import { canonicalUuid, checkText, isStorable } from './text.ts';

const second = 1000;

async function checkNodes(context: Context, nodes: readonly string[]) {
  const missing = await unknownNode(context, nodes);
  if (missing === undefined) return;
  throw malformed(
    `"policy.resources.nodes" contains ${missing}, but this project has no such node.`,
  );
}

/** @throws RequestError `generic::malformedrequest` for `*`, which means all, beside other entries */
function checkWildcards({ variables, vsglobalscopes, vskeys }: Policy['resources']): void {
  for (const [name, list = []] of Object.entries({ variables, vsglobalscopes, vskeys })) {
    if (list.length < 2 || !list.includes('*')) continue;
    throw malformed(
      `"policy.resources.${name}" has "*", which means all, and other entries. Send ["*"], or a list without "*".`,
    );
  }
}

/** The documents limit only some of these lists; queries pass each list as a whole. */
function checkLists({
  allow,
  resources = {},
}: RequestBodies['platform/access-token-create']['policy']): void {
  const max = limits.project.policyEntries;
  const { nodes, variables, vsglobalscopes, vskeys, streams } = resources;
  const lists = { allow, nodes, variables, vsglobalscopes, vskeys, streams };
  for (const [name, list = []] of Object.entries(lists)) {
    for (const entry of list) checkText(name, entry);
    if (list.length <= max) continue;
    const text = `"${name}" of the policy has ${list.length} entries; the maximum is ${max}. Shorten the list, or create several tokens.`;
    throw new RequestError(429, 'sandbox::toomany', text);
  }
}

/**
 * Creates an access token that expires after `ttlSec` seconds.
 * @throws RequestError `generic::malformedrequest` if the policy names a node that the project lacks or has `*`
 * beside other entries, 429 `sandbox::toomany` if
 * a list in it is too long or the project has too many tokens
 */
const createToken: Handler<'platform/access-token-create'> = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const { ttlSec, policy } = body;
  checkLists(policy);
  checkWildcards(policy.resources ?? {});
  const { nodes, ...others } = policy.resources ?? {};
  const canonical = nodes?.map(canonicalUuid);
  await checkNodes(context, canonical ?? []);
  const stored: Policy = {
    resources: { ...others, ...(canonical && { nodes: canonical }) },
    allow: policy.allow,
  };
  // Expired ones do not count.
  await tx
    .deleteFrom('access_tokens')
    .where('project_id', '=', projectId)
    .where('expires', '<=', now)
    .execute();
  await requireQuota(context, 'tokens');
  const { id, secret } = tokenLengths;
  const token = { tokenId: ids.alphanumeric(id), token: ids.alphanumeric(secret) };
  await tx
    .insertInto('access_tokens')
    .values({
      project_id: projectId,
      id: token.tokenId,
      secret: token.token,
      policy: JSON.stringify(stored),
      expires: now + ttlSec * second,
    })
    .execute();
  return token;
};

/**
 * Revokes an access token immediately.
 * @throws RequestError `fa::tokennofound` if the project has no such token
 */
const revokeToken: Handler<'platform/access-token-revoke'> = async ({ tx, projectId }, body) => {
  const tokenId = body.tokenId;
  if (isStorable(tokenId)) {
    const { numDeletedRows } = await tx
      .deleteFrom('access_tokens')
      .where('project_id', '=', projectId)
      .where('id', '=', tokenId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return {};
  }
  throw new RequestError(
    404,
    'fa::tokennofound',
    'This project has no such access token: send the tokenId that "Create an access token" returned.',
  );
};

export const tokensHandlers = {
  'platform/access-token-create': createToken,
  'platform/access-token-revoke': revokeToken,
} satisfies Partial<Handlers>;
