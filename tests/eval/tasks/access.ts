import { signatureOf } from '../../../packages/sandbox/src/core/auth/authenticate.ts';
import { nodePlatform } from '../../../packages/sandbox/src/node-platform.ts';
import type { Device, Json, Project } from '../project.ts';
import { done, nodejs, runProgram, task, unless, type Program, type Task } from '../task.ts';

interface Token {
  readonly tokenId?: string;
  readonly token?: string;
}

/** Sends a request signed with Anedya Signature v1 (specs/facts/platform-api.md, 2.4 B). */
async function signed(project: Project, token: Token, path: string, body: Json): Promise<Json> {
  const { tokenId = '', token: secret = '' } = token;
  const text = JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(project.platformUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'ANEDYASIGV1',
      'x-anedya-tokenid': tokenId,
      'x-anedya-timestamp': String(timestamp),
      'x-anedya-signatureversion': 'v1',
      'x-anedya-signature': signatureOf(nodePlatform.sha256, Buffer.from(text), timestamp, secret),
    },
    body: text,
  });
  return (await response.json()) as Json;
}

const latest = (nodeId: string, variable: string) => ({ nodes: [nodeId], variable });

async function prepareReadings(project: Project) {
  const [device, other] = [await project.createNode('Shop'), await project.createNode('Office')];
  const variable = await project.createVariable('shop_temp');
  for (const node of [device, other])
    await project.submit(node, variable, [[Date.now() - 1000, 21.25]]);
  return { ...device, variable, other: other.nodeId };
}

async function createToken(project: Project, { nodeId }: Device, variable: string): Promise<Token> {
  const resources = { nodes: [nodeId], variables: [variable] };
  const policy = { resources, allow: ['data::getlatest'] };
  const { tokenId, token } = await project.platform('/access/tokens/create', {
    ttlSec: 600,
    policy,
  });
  return { tokenId: String(tokenId), token: String(token) };
}

/** Runs a program that may only use an access token. */
const runWithToken = (project: Project, { nodeId }: Device, token: Token, program: Program) =>
  runProgram(program, {
    ANEDYA_API_URL: project.platformUrl,
    ANEDYA_NODE_ID: nodeId,
    ANEDYA_TOKEN_ID: String(token.tokenId),
    ANEDYA_TOKEN_SECRET: String(token.token),
  });

export const accessTasks: readonly Task[] = [
  task({
    id: 'least-privilege',
    theme: 'access tokens',
    prepare: prepareReadings,
    goal: ({ nodeId, variable }) =>
      `A dashboard in the browser shows the latest value of "${variable}" of the node ${nodeId}. Create an access token for it that allows this and nothing else, for 10 minutes. Report {"tokenId": ..., "token": ...} as JSON.`,
    check: async (project, { nodeId, variable, other }, { value = '{}' }) => {
      const token = JSON.parse(value) as Token;
      const read = (path: string, body: Json) => signed(project, token, path, body);
      const allowed = await read('/data/latest', latest(nodeId, variable));
      const otherNode = await read('/data/latest', latest(other, variable));
      const otherVariable = await read('/data/latest', latest(nodeId, 'temperature'));
      const range = { ...latest(nodeId, variable), from: 0, to: 1, limit: 1, order: 'asc' };
      const history = await read('/data/getData', range);
      const commands = await read('/commands/list', {});
      const isDenied = ({ reasonCode }: Json) => reasonCode === 'auth::accessdenied';
      return (
        unless(allowed.success === true, `it is rejected: ${String(allowed.error)}`) ??
        unless(isDenied(otherNode), 'it reads another node') ??
        unless(isDenied(otherVariable), 'it reads another variable') ??
        unless(isDenied(history), 'it reads the history') ??
        unless(isDenied(commands), 'it lists commands')
      );
    },
    accepted: async (project, given) =>
      done(JSON.stringify(await createToken(project, given, given.variable))),
    wrong: {
      'all variables': async (project, { nodeId }) => {
        const resources = { nodes: [nodeId], variables: ['*'] };
        const policy = { resources, allow: ['data::getlatest'] };
        const body = { ttlSec: 600, policy };
        const { tokenId, token } = await project.platform('/access/tokens/create', body);
        return done(JSON.stringify({ tokenId, token }));
      },
      'more actions': async (project, { nodeId, variable }) => {
        const resources = { nodes: [nodeId], variables: [variable] };
        const policy = { resources, allow: ['data::getlatest', 'data::gethistorical'] };
        const body = { ttlSec: 600, policy };
        const { tokenId, token } = await project.platform('/access/tokens/create', body);
        return done(JSON.stringify({ tokenId, token }));
      },
    },
  }),

  task({
    id: 'revoke-token',
    theme: 'access tokens',
    prepare: async (project) => {
      const given = await prepareReadings(project);
      const { variable } = given;
      const tokens = [
        await createToken(project, given, variable),
        await createToken(project, given, variable),
      ] as const;
      return { ...given, tokens };
    },
    goal: ({ tokens: [leaked] }) =>
      `The access token with the id ${String(leaked.tokenId)} has leaked. Make it useless, and no other.`,
    check: async (project, { nodeId, variable, tokens: [leaked, other] }) => {
      const uses = async (token: Token) =>
        (await signed(project, token, '/data/latest', latest(nodeId, variable))).success === true;
      return (
        unless(!(await uses(leaked)), 'the token still works') ??
        unless(await uses(other), 'the other token does not work')
      );
    },
    accepted: async (project, { tokens: [{ tokenId }] }) => {
      await project.platform('/access/tokens/revoke', { tokenId });
      return done();
    },
    wrong: {
      'both tokens': async (project, { tokens }) => {
        for (const { tokenId } of tokens)
          await project.platform('/access/tokens/revoke', { tokenId });
        return done();
      },
    },
  }),

  task({
    id: 'sign-requests',
    theme: 'signatures',
    prepare: async (project) => {
      const given = await prepareReadings(project);
      return { ...given, token: await createToken(project, given, given.variable) };
    },
    goal: ({ variable }) =>
      `Write a Node.js program without packages that prints the platform's response with the latest value of "${variable}". It has an access token, and no API key: ANEDYA_API_URL, ANEDYA_NODE_ID, ANEDYA_TOKEN_ID and ANEDYA_TOKEN_SECRET are set.`,
    check: async (project, given, { program }) => {
      if (!program) return 'there is no program';
      const { exitCode, stdout, stderr } = await runWithToken(project, given, given.token, program);
      return (
        unless(exitCode === 0, `it ends with ${exitCode}: ${stderr.slice(0, 300)}`) ??
        unless(stdout.includes('21.25'), `it prints ${stdout.slice(0, 300)}`) ??
        unless(!stdout.includes(String(given.token.token)), 'it prints the secret')
      );
    },
    accepted: (_project, { variable }) => ({
      status: 'done',
      program: nodejs(
        `import { createHash } from 'node:crypto';
const { ANEDYA_API_URL: url, ANEDYA_NODE_ID: id, ANEDYA_TOKEN_ID: tokenId, ANEDYA_TOKEN_SECRET: secret } = process.env;
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const body = JSON.stringify({ nodes: [id], variable: '${variable}' });
const timestamp = Math.floor(Date.now() / 1000);
const time = Buffer.alloc(8);
time.writeBigUInt64BE(BigInt(timestamp));
const signature = sha256(sha256(body), time, 'v1' + secret).toString('hex');
const response = await fetch(url + '/data/latest', { method: 'POST', body, headers: {
  'content-type': 'application/json', authorization: 'ANEDYASIGV1', 'x-anedya-tokenid': tokenId,
  'x-anedya-timestamp': String(timestamp), 'x-anedya-signatureversion': 'v1', 'x-anedya-signature': signature } });
console.log(await response.text());`,
      ),
    }),
    wrong: {
      'the secret as a bearer token': (_project, { variable }) => ({
        status: 'done',
        program: nodejs(
          `const { ANEDYA_API_URL: url, ANEDYA_NODE_ID: id, ANEDYA_TOKEN_SECRET: key } = process.env;
const response = await fetch(url + '/data/latest', { method: 'POST', headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' }, body: JSON.stringify({ nodes: [id], variable: '${variable}' }) });
console.log(await response.text());`,
        ),
      }),
    },
  }),
];
