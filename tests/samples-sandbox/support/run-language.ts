import { mkdir } from 'node:fs/promises';
import { sampleRequest, type Language } from '../../../packages/code-samples/src/index.ts';
import type { GuideSandbox } from '../../guides/support/guide-sandbox.ts';
import { cleanEnvironment } from '../../samples/support/environment.ts';
import { runProgram, type Outcome } from '../../samples/support/run-program.ts';
import type { Program, Toolchain } from '../../samples/toolchains/toolchain.ts';
import { ownCalls, type OwnCall } from './own-calls.ts';

/** A sample, and how it went. */
export interface SampleRun extends OwnCall {
  readonly outcome: Outcome;
}

/** Letters, digits and underscores only. */
const idOf = (name: string) => name.replaceAll(/\W/g, '_');

function programOf(language: Language, { name, call, body, project }: OwnCall): Program {
  const baseUrl = call.api === 'platform' ? project.platformUrl : project.deviceUrl;
  const request = sampleRequest(call.operation, { baseUrl, body });
  return { id: idOf(name), source: language.render(request) };
}

/** What readers export before they run a sample: the keys of their project. */
function keysOf({ project }: OwnCall): NodeJS.ProcessEnv {
  const [demo] = project.nodes;
  return { ANEDYA_API_KEY: project.apiKey, ANEDYA_CONNECTION_KEY: demo.connectionKey };
}

/**
 * Builds the samples of all calls at once, then runs them one by one, because some delete what others name.
 * @param environment variables that the programs get beside the keys of their project
 */
export async function runLanguage(
  language: Language,
  toolchain: Toolchain,
  sandbox: GuideSandbox,
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly SampleRun[]> {
  const own = await ownCalls(sandbox);
  await mkdir(folder);
  const start = await toolchain.build(
    own.map((call) => programOf(language, call)),
    folder,
  );
  const runs: SampleRun[] = [];
  for (const call of own) {
    const env = { ...cleanEnvironment(), ...keysOf(call), ...environment };
    runs.push({ ...call, outcome: await runProgram({ ...start(idOf(call.name)), env }) });
  }
  return runs;
}
