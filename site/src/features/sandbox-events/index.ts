export { default as SandboxEvents } from './SandboxEvents';
