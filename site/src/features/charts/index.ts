export { isInSeconds, type Point, readTimeSeries, variableOf } from './time-series';
export { default as Chart } from './Chart';
