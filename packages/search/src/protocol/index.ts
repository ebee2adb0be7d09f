export {
  createEndpoint,
  type Credentials,
  type EndpointAnswer,
  type EndpointCall,
  type EndpointOptions,
} from './endpoint.ts';
export { errorBody, ProtocolError, protocolErrors } from './errors.ts';
export type { FacetHit, FacetResult } from './facet-result.ts';
export { limits as protocolLimits } from './limits.ts';
export type { Highlighted, MatchLevel, Snippeted } from './marked-attributes.ts';
export type { SearchResult } from './search-result.ts';
