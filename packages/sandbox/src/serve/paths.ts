/** Path of MQTT over WebSocket, below the sandbox's prefix. */
export const mqttPath = '/mqtt';
