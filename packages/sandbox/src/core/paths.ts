/** Path of MQTT over WebSocket, below the sandbox's prefix. */
export const mqttPath = '/mqtt';

/** Path of the streams' WebSocket endpoint, below the sandbox's prefix. */
export const streamsPath = '/platform/v1/streams/connect';
