export { bodyCheck, type BodyCheck } from './BodyEditor/body-errors';
export { default as BodyEditor } from './BodyEditor';
export { default as Export } from './Export';
export { default as ResetButton } from './ResetButton';
export { pastRequests, addToHistory, type PastRequest } from './past-requests';
export { bodyWithoutSecrets } from './secrets';
export { default as Send } from './Send';
export { exportEntered, exportExample, exportHistory } from './Export/portable-requests';
