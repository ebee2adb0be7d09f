export { default as readerFacts } from './facts';
export { valuesInUse } from './in-use';
export { default as ValuesButton } from './ValuesButton';
export { default as TextValue, valueFields } from './ValuesPanel/TextValue';
export { withValuesInUse } from './text-in-use';
