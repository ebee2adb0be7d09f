export { languages } from './languages/index.ts';
export { mqttExchange } from './mqtt/exchange.ts';
export { mqttClients } from './mqtt/index.ts';
export { sampleRequest } from './sample-request.ts';
export type {
  JsonObject,
  Language,
  LanguageId,
  MqttClient,
  MqttClientId,
  MqttExchange,
  SampleHeader,
  SampleOperation,
  SampleRequest,
  SecretHeader,
} from './types.ts';
