import type { Values } from '../values/store';
import type { SandboxNode, SandboxProject } from './project-types';

/** The node whose device acts: the one that examples name. */
export function demoNode({ nodes, examples }: SandboxProject): SandboxNode | undefined {
  return nodes.find(({ nodeId }) => nodeId === examples['node id']) ?? nodes[0];
}

/** The keys of a project, as calls need them. */
export function credentialsOf(project: SandboxProject): Values {
  const { 'token id': tokenId, 'token secret': tokenSecret } = project.examples;
  const connectionKey = demoNode(project)?.connectionKey;
  return {
    apiKey: project.apiKey,
    ...(connectionKey !== undefined && { connectionKey }),
    ...(tokenId !== undefined && { tokenId }),
    ...(tokenSecret !== undefined && { tokenSecret }),
  };
}
