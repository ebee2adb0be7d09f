export { connectDevice, type DeviceEvents, type ConnectDevice } from './device-client';
export { ownTopic } from './facts';
export {
  brokerName,
  hasInvalidCredentials,
  otherProject,
  problemOf,
  type End,
  type Problem,
} from './problems';
export { indentedBody, requestId } from './requests';
export type { OutEntry } from './timeline';
export { default as useMqttFacts } from './use-facts';
export { default as MqttConsole } from './MqttConsole';
