export { MqttBroker, type BrokerOptions } from './broker.ts';
export { TlsIdentity, type TlsIdentityOptions } from './certificates/tls-identity.ts';
export type { DeviceCalls, DeviceSession } from './device-calls.ts';
export { defaultLimits, type MqttLimits } from './limits.ts';
export { listenTcp, listenTls, listenWebSocket, type Address, type Listener } from './listener.ts';
export { undocumentedRequest, type MqttRequest } from './requests.ts';
export { sandboxDeviceCalls, type Validate } from './sandbox-device-calls.ts';
export { upgradeHandler, type UpgradeHandler } from './websocket.ts';
