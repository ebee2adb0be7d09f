/* The browser's build of mqtt.js, which its package offers without types. */
declare module 'mqtt/dist/mqtt.esm' {
  export { default } from 'mqtt';
}
