import { authenticate, readSigned } from './auth/authenticate.ts';
import type { Context, Handler, Handlers, RequestBodies } from './context.ts';
import type { Deps } from './deps.ts';
import { denied, malformed, RequestError, unknownCredential } from './errors.ts';
import { unknownNode } from './node-records.ts';
import { unemulated } from './not-emulated.ts';
import { streamsPath } from './paths.ts';
import { canonicalUuid, excerpt } from './text.ts';
import { requireQuota } from './transaction.ts';
import { findVariables } from './variables.ts';

const second = 1000;
const valueUpdates = 'valuestore::updates';

function checkEvents(events: readonly string[]): void {
  for (const event of events) {
    if (event === valueUpdates) continue;
    throw (
      unemulated(event) ??
      malformed(`"events" contains "${excerpt(event)}"; send "${valueUpdates}".`)
    );
  }
}

/**
 * @throws RequestError `generic::malformedrequest` for a stream without nodes or data, or with nodes or variables that are not in
 * the project
 */
async function checkSources(
  context: Context,
  nodes: readonly string[],
  { events, variables = [] }: RequestBodies['platform/streams-create'],
): Promise<void> {
  if (nodes.length === 0) throw malformed('"sources.nodes" must name at least one node.');
  checkEvents(events);
  if (events.length + variables.length === 0) {
    throw malformed('The stream would send nothing: "variables" and "events" are empty.');
  }
  const node = await unknownNode(context, nodes);
  if (node !== undefined)
    throw malformed(`"sources.nodes" contains ${node}, which is not in the project.`);
  const known = await findVariables(context, variables);
  const missing = variables.find((variable) => !known.has(variable));
  if (missing === undefined) return;
  throw malformed(
    `"variables" contains "${excerpt(missing)}", but no variable has this identifier.`,
  );
}

/**
 * Creates a stream, which sends points of its variables and new values in the namespaces of its nodes, for `expiry` seconds.
 * @throws RequestError 501 `sandbox::notemulated` for events without documented frames, 429 for too many streams
 */
const createStream: Handler<'platform/streams-create'> = async (context, body) => {
  const { tx, projectId, ids, now, baseUrl } = context;
  const nodes = [...new Set((body.sources.nodes ?? []).map(canonicalUuid))];
  await checkSources(context, nodes, body);
  // Expired ones do not count.
  await tx
    .deleteFrom('streams')
    .where('project_id', '=', projectId)
    .where('expires', '<=', now)
    .execute();
  await requireQuota(context, 'streams');
  const streamId = ids.uuid();
  await tx
    .insertInto('streams')
    .values({
      project_id: projectId,
      id: streamId,
      nodes: JSON.stringify(nodes),
      variables: JSON.stringify([...new Set(body.variables)]),
      sends_values: body.events.includes(valueUpdates) ? 1 : 0,
      expires: now + body.expiry * second,
    })
    .execute();
  return { streamId, streamURL: `${baseUrl.replace(/^http/, 'ws')}${streamsPath}` };
};

export const streamsHandlers = {
  'platform/streams-create': createStream,
} satisfies Partial<Handlers>;

/** A connected client of a stream. */
export interface StreamSession {
  readonly projectId: string;
  readonly tokenId: string;
  readonly streamId: string;
}

/** Access of clients to streams. */
export interface StreamAccess {
  /**
   * Authenticates a client by the documented headers or query parameters.
   * @param read returns a header or parameter by its lower-case name; an empty string if it is missing
   * @throws RequestError if the token does not allow the stream, or there is no such stream
   */
  connect(read: (name: string) => string): Promise<StreamSession>;
  /** Returns whether the token and the stream of a connection still exist and have not expired. */
  isOpen(session: StreamSession): Promise<boolean>;
}

const permission = 'streams::connect';

const signatureNames = {
  tokenId: 'x-anedya-tokenid',
  timestamp: 'x-anedya-timestamp',
  version: 'x-anedya-signatureversion',
  signature: 'x-anedya-signature',
} as const;

export function streamAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'sha256' | 'endIdle'>,
): StreamAccess {
  const { db, clock } = deps;

  async function isOpen({ projectId, tokenId, streamId }: StreamSession): Promise<boolean> {
    const row = await db
      .selectFrom('streams')
      .innerJoin('access_tokens', 'access_tokens.project_id', 'streams.project_id')
      .select('streams.id')
      .where('streams.project_id', '=', projectId)
      .where('streams.id', '=', streamId)
      .where('streams.expires', '>', clock.now())
      .where('access_tokens.id', '=', tokenId)
      .where('access_tokens.expires', '>', clock.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  async function connect(read: (name: string) => string): Promise<StreamSession> {
    if (read('authorization') !== 'ANEDYASIGV1') {
      throw unknownCredential(
        'A stream requires an access token: "Authorization" must be "ANEDYASIGV1".',
      );
    }
    const { projectId, principal } = await authenticate(deps, {
      kind: 'signature',
      signed: readSigned(read, signatureNames, new Uint8Array()),
    });
    if (principal.kind !== 'token') throw denied('A stream requires an access token.');
    const { tokenId, policy } = principal;
    if (!policy.allow.includes(permission)) {
      throw denied(`The policy of the access token does not allow "${permission}".`);
    }
    const streamId = canonicalUuid(read('x-anedya-streamid'));
    const { streams = [] } = policy.resources;
    if (!streams.some((id) => canonicalUuid(id) === streamId)) {
      throw denied(
        'The policy of the access token does not name this stream in "resources.streams".',
      );
    }
    const session = { projectId, tokenId, streamId };
    if (await isOpen(session)) return session;
    const message = 'The stream does not exist or has expired. Create a new one.';
    throw new RequestError(404, 'sandbox::streamnotfound', message);
  }

  return { connect, isOpen };
}
