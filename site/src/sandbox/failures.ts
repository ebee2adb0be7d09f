import type { Failure, Outcome } from '../runner/outcome';
import { sandboxErrors, type SandboxError } from './error';

/** Failures of calls to the sandbox, told apart. */
export const sandboxFailure = {
  noProject: ({ fault, title, message, hint }: SandboxError): Failure => ({
    kind: 'failure',
    code: `sandbox_${fault}`,
    title,
    message,
    hint,
  }),
  replaced: (): Failure => ({
    kind: 'failure',
    code: 'sandbox_replaced',
    title: 'The sandbox project had ended',
    message: 'A new one has taken its place; what the former one held is gone. Nothing was done.',
    hint: 'See whether your body names ids of the former project, or press “Reset to the example”; then send again.',
  }),
} as const;

/**
 * An outcome with the sandbox's own reasons in the place of those that hold for any server.
 * @param host of the sandbox
 */
export function withSandboxFailures(outcome: Outcome, host: string): Outcome {
  if (outcome.kind === 'failure' && outcome.code === 'unreachable') {
    return sandboxFailure.noProject(sandboxErrors.unreachable(host));
  }
  // The sandbox always answers in JSON.
  if (outcome.kind === 'answer' && outcome.json === undefined && outcome.status >= 400) {
    const isAbsent = [404, 405, 501].includes(outcome.status);
    const errors = isAbsent ? sandboxErrors.absent(host) : sandboxErrors.unreachable(host);
    return sandboxFailure.noProject(errors);
  }
  return outcome;
}
