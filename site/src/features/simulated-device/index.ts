export { default as SimulatedDevice } from './SimulatedDevice';
