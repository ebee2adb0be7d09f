import { onTestFinished, test } from 'vitest';
import { missingTool, toolOf } from '../examples/support/tools.ts';
import { httpFailures, mqttFailures, type Failure } from './holds.ts';
import type { Rig, Scenario } from './rig.ts';

/** Starts a scenario that ends with the test. @param change of the text of responses */
export async function openScenario(
  rig: Rig,
  failure: Failure,
  change?: (path: string, text: string) => string,
): Promise<Scenario> {
  const scenario = await rig.scenario(failure.disruptions ?? [], change);
  onTestFinished(() => scenario.stop());
  return scenario;
}

/** On computers, a socket that gets nothing waits in real time, so these failures are not injected. */
const isPossible = ({ name, disruptions = [] }: Failure) =>
  name !== 'slow TLS' &&
  disruptions.every(({ at, effect }) => effect !== 'silence' && at !== 'open');

/** One failure of each kind: of the connection, of the response, temporary. */
const kinds = ['dropped', 'response cut in the middle', 'HTTP 429'];

/** Programs print it, and do not wait for it. */
const untilDate = (at: string): Failure => ({
  name: 'HTTP 429 until a date',
  disruptions: [{ at, effect: 429, retryAfter: 'Fri, 31 Dec 2100 23:59:59 GMT', times: 2 }],
});

/** All failures of requests at a point, and one of each kind at others. */
export const requestFailures = (at: string, ...others: readonly string[]): readonly Failure[] =>
  [at, ...others].flatMap((point) =>
    [...httpFailures(point), untilDate(point)]
      .filter((failure) => isPossible(failure) && (point === at || kinds.includes(failure.name)))
      .map((failure) => ({ ...failure, name: `${point}: ${failure.name}` })),
  );

/** The header `Retry-After` of a failure, as programs print it that do not wait; empty without one. */
export const retryAfterOf = ({ disruptions = [] }: Failure): string => {
  const retryAfter = disruptions[0]?.retryAfter;
  return retryAfter === undefined ? '' : `Retry-After: ${retryAfter}`;
};

/** Failures of an MQTT connection. */
export const linkFailures = (at: string): readonly Failure[] =>
  mqttFailures(at).filter((failure) => isPossible(failure) && !failure.events);

/** A test that is skipped if this machine cannot run a program. */
export const testOf = (file: string) => test.skipIf(missingTool(toolOf(file)) !== undefined);

/** An address at which nothing listens: the port of tcpmux, which only root can open. */
export const closedUrl = 'http://127.0.0.1:1/v1';
