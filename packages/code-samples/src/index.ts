export { arazzo, type UploadStep, type WorkflowStep } from './arazzo.ts';
export { languages } from './languages/index.ts';
export { mqttExchange } from './mqtt/exchange.ts';
export { mqttClients } from './mqtt/index.ts';
export { isRelativeTime, relativeTime, type RelativeTime } from './relative-time.ts';
export { sampleRequest } from './sample-request.ts';
export type {
  Language,
  LanguageId,
  MqttClient,
  MqttClientId,
  MqttExchange,
  SampleHeader,
  SampleObject,
  SampleOperation,
  SampleRequest,
  SampleValue,
  SecretHeader,
} from './types.ts';
