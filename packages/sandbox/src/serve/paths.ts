/** Path of MQTT over WebSocket below the sandbox's own. */
export const mqttPath = '/mqtt';
