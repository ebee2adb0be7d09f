export { sandboxHome } from '../../requests/sandbox-home';
export type { SandboxHome } from '../../requests/values-choice';
export { sandboxAddress, isInBrowser, offeredServers, otherHome, sandboxFetch } from './address';
export { connectToWorker, type StreamListener, WorkerSocket } from './browser-sandbox';
export { SandboxError, sandboxFailure, sandboxHint, type SandboxNote } from './errors';
export {
  type SandboxProject,
  demoNode,
  type SandboxNode,
  type SandboxBroker,
  sandboxCaFile,
  credentialsOf,
} from './project-data';
export { openSandboxProject, chooseSandbox } from './project';
export { requestSandbox } from './project-requests';
export { sandboxProject, useSandboxProject, useSandboxState } from './project-state';
export { default as ProjectBox } from './ProjectBox';
export { default as Replaced } from './ProjectBox/Replaced';
export { sendToSandbox, type Sent, type SandboxRequest } from './send-request';
export { useSandboxWait } from './wait';
export { default as OwnAddress } from './SandboxStart/OwnAddress';
export { default as ServerSandbox } from './SandboxStart/ServerSandbox';
export { default as SandboxStart } from './SandboxStart';
