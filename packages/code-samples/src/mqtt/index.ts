import type { MqttClient } from '../types.ts';
import { arduino } from './arduino.ts';
import { mosquitto } from './mosquitto.ts';
import { nodejs } from './nodejs.ts';
import { python } from './python.ts';

/** In the order readers see them. */
export const mqttClients: readonly MqttClient[] = [mosquitto, python, nodejs, arduino];
