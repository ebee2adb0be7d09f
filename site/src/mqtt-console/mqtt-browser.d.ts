/* The browser build of MQTT.js, for which the package has no types. */
declare module 'mqtt/dist/mqtt.esm' {
  export { default, type Packet } from 'mqtt';
}
