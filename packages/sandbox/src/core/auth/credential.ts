/** What a request brings to show who makes it. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'signature'; readonly signed: SignedRequest }
  | {
      readonly kind: 'connectionKey';
      readonly key: string;
      readonly transport: 'http' | 'mqtt';
    };

/** Parts of a request that an access token signs, as they came. */
export interface SignedRequest {
  readonly tokenId: string;
  /** Unix time in seconds, as a decimal string. */
  readonly timestamp: string;
  readonly version: string;
  readonly signature: string;
  /** Exactly the bytes of the body. */
  readonly body: Uint8Array;
}
