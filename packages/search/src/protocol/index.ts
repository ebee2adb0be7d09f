export { createEndpoint, type Credentials, type EndpointResponse } from './endpoint.ts';
export { errorBody, ProtocolError, protocolErrors } from './errors.ts';
export { limits as protocolLimits } from './limits.ts';
