export { showSamples, useChosenProgram } from './choice';
export { tabAfter, type TabData } from './tabs';
export { default as Samples } from './Samples';
export { followFields } from './field-lines';
