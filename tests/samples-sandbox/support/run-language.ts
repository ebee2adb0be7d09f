import { mkdir } from 'node:fs/promises';
import { sampleRequest, type Language } from '../../../packages/code-samples/src/index.ts';
import type { GuideSandbox } from '../../guides/support/guide-sandbox.ts';
import { cleanEnvironment } from '../../samples/support/environment.ts';
import { runProgram, type Outcome } from '../../samples/support/run-program.ts';
import type { Program, Toolchain } from '../../samples/toolchains/toolchain.ts';
import { ownRequests, type OwnRequest } from './own-requests.ts';

/** A sample and its result. */
export interface SampleRun extends OwnRequest {
  readonly outcome: Outcome;
}

/** Letters, digits and underscores only. */
const idOf = (name: string) => name.replaceAll(/\W/g, '_');

function programOf(language: Language, { name, entry, body, project }: OwnRequest): Program {
  const baseUrl = entry.api === 'platform' ? project.platformUrl : project.deviceUrl;
  const request = sampleRequest(entry.operation, { baseUrl, body });
  return { id: idOf(name), source: language.render(request) };
}

/** Environment variables that readers export before they run a sample: the keys of their project. */
function keysOf({ project }: OwnRequest): NodeJS.ProcessEnv {
  const [demo] = project.nodes;
  return { ANEDYA_API_KEY: project.apiKey, ANEDYA_CONNECTION_KEY: demo.connectionKey };
}

/**
 * Builds the samples of all operations, then runs them one by one, because some delete what others use.
 * @param age of the projects that the samples use, in days
 * @param environment environment variables of the programs in addition to the keys of their project
 */
export async function runLanguage(
  language: Language,
  toolchain: Toolchain,
  sandbox: GuideSandbox,
  folder: string,
  age: number,
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly SampleRun[]> {
  const own = await ownRequests(sandbox, age);
  await mkdir(folder);
  const start = await toolchain.build(
    own.map((request) => programOf(language, request)),
    folder,
  );
  const runs: SampleRun[] = [];
  for (const request of own) {
    const env = { ...cleanEnvironment(), ...keysOf(request), ...environment };
    runs.push({ ...request, outcome: await runProgram({ ...start(idOf(request.name)), env }) });
  }
  return runs;
}
