import type { Examples } from '@anedya-docs/openapi-model';
import {
  isInBrowser,
  demoNode,
  sandboxProject,
  type SandboxBroker,
} from '@site/src/features/sandbox-project';
import { ownExamples } from '../../requests/example-kinds';
import { getValues } from '../../requests/own-values';
import { usesOwnValues } from '../../requests/values-choice';

/** Values that replace examples: those of the tab's sandbox project, or those that the reader has entered. */
export interface InUse {
  readonly examples: Examples;
  readonly region?: string | undefined;
  /** Addresses of the sandbox; undefined for the reader's own values. */
  readonly addresses?: {
    readonly platform: string;
    readonly device: string;
    readonly broker: SandboxBroker;
  };
  /** Connection key of a sandbox device, for sketches; never one that the reader has entered. */
  readonly sandboxKey?: string;
  /** Reference time of timestamps, in milliseconds since 1970. */
  readonly now?: number;
}

/** Values in use. The sandbox is the default once this tab has a project. */
export function valuesInUse(): InUse {
  const project = usesOwnValues() ? undefined : sandboxProject();
  // Programs cannot reach the sandbox in this browser.
  if (!project || isInBrowser(project)) {
    const values = getValues();
    return { examples: ownExamples(values), region: values.region };
  }
  const { platformUrl, deviceUrl, broker, examples, readAt } = project;
  const sandboxKey = demoNode(project)?.connectionKey;
  return {
    examples,
    addresses: { platform: platformUrl, device: deviceUrl, broker },
    now: readAt,
    ...(sandboxKey !== undefined && { sandboxKey }),
  };
}
