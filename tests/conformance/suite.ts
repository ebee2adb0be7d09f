import { isJsonObject } from '../../packages/openapi-model/src/json-object.ts';
import { fromDocument, fromSandbox, succeeded, type Difference } from './compare.ts';
import { bodyOf, entryOf, send, type Response, type Target } from './request.ts';
import { removals, steps, type Step } from './steps.ts';
import { World } from './world.ts';

export interface StepResult {
  readonly operation: string;
  readonly note?: string;
  /** Whether the target accepted the request; undefined if it was not sent. */
  readonly isSuccess?: boolean;
  readonly status?: number;
  /** Why the request was not sent, or has no response. */
  readonly problem?: string;
  readonly differences: readonly Difference[];
}

export interface SuiteResult {
  readonly results: readonly StepResult[];
  /** What the suite created and could not remove. */
  readonly remaining: readonly string[];
  readonly isInterrupted: boolean;
}

/** A target with what the suite has created on it. */
interface Side {
  readonly target: Target;
  readonly world: World;
}

interface Outcome {
  readonly response?: Response;
  readonly problem?: string;
}

export interface SuiteOptions {
  readonly target: Target;
  /** The reference: a sandbox project of this run. */
  readonly sandbox: Target;
  /** Ends the steps and starts the removal. */
  readonly signal?: AbortSignal;
  readonly onResult?: (result: StepResult) => void;
  /** Waits before a read is repeated. */
  readonly wait?: () => Promise<void>;
  /** The names of what the suite creates on the target. */
  readonly world?: World;
}

const reads = 5;

async function run(
  { target, world }: Side,
  step: Step,
  wait: () => Promise<void>,
): Promise<Outcome> {
  const { body, missing } = bodyOf(step, world);
  if (missing !== undefined) return { problem: `there is no ${missing}` };
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(target, step, body, world.connectionKey).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (response instanceof Error) return { problem: `no response: ${response.message}` };
    if (!succeeded(response) || !isJsonObject(response.body)) return { response };
    if (step.isReady?.(response.body) === false && attempt < reads) {
      await wait();
      continue;
    }
    step.learn?.(world, response.body);
    return { response };
  }
}

function resultOf(step: Step, target: Outcome, sandbox: Outcome, sides: [Side, Side]): StepResult {
  const { operation, note } = step;
  const head = { operation, ...(note !== undefined && { note }) };
  const { response, problem } = target;
  if (!response) return { ...head, problem: problem ?? 'not sent', differences: [] };
  const [{ world }, { world: sandboxWorld }] = sides;
  const nameOfKey = (key: string) => world.nameOfKey(key);
  const nameOfSandboxKey = (key: string) => sandboxWorld.nameOfKey(key);
  const differences = [
    ...fromDocument(entryOf(step).operation, response, nameOfKey),
    ...(sandbox.response
      ? fromSandbox(
          { response, nameOfKey },
          { response: sandbox.response, nameOfKey: nameOfSandboxKey },
        )
      : []),
  ];
  return { ...head, isSuccess: succeeded(response), status: response.status, differences };
}

/**
 * Runs the suite on a target and, step by step, on a sandbox, and compares each pair of responses. It removes what it has
 * created in every case.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { target, sandbox, signal, onResult, wait = () => Promise.resolve() } = options;
  const own: Side = { target, world: options.world ?? new World(Date.now) };
  const reference: Side = { target: sandbox, world: new World(Date.now) };
  const results: StepResult[] = [];
  const remaining: string[] = [];

  const both = async (step: Step): Promise<StepResult> => {
    const outcome = await run(own, step, wait);
    const expected = await run(reference, step, () => Promise.resolve());
    const result = resultOf(step, outcome, expected, [own, reference]);
    results.push(result);
    onResult?.(result);
    return result;
  };

  try {
    for (const step of steps) {
      if (signal?.aborted === true) break;
      const result = await both(step);
      const lost =
        step.operation === 'platform/node-create' && own.world.values['node id'] === undefined;
      const mayExist = result.isSuccess !== false && (lost || result.isSuccess === undefined);
      if (mayExist && step.operation === 'platform/node-create')
        remaining.push(`the node "${own.world.nodeName}", if it exists: its id was not returned`);
      if (mayExist && step.operation === 'platform/variable-create')
        remaining.push(`the variable "${own.world.variable}", if it exists: there was no response`);
    }
  } finally {
    for (const removal of removals) {
      const what = removal.what(own.world);
      if (what === undefined) continue;
      const { isSuccess } = await both(removal);
      if (isSuccess !== true) remaining.push(what);
    }
  }
  return { results, remaining, isInterrupted: signal?.aborted === true };
}
