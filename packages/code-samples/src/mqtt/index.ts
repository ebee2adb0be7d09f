import type { MqttClient } from '../types.ts';
import { arduino } from './arduino.ts';
import { mosquitto } from './mosquitto.ts';
import { nodejs } from './nodejs.ts';
import { python } from './python.ts';

/** All clients, in display order. */
export const mqttClients: readonly MqttClient[] = [mosquitto, python, nodejs, arduino];
