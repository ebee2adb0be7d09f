/** Policy of an access token (reference/platform-api.md, 2.8). */
export interface Policy {
  readonly resources: Readonly<
    Partial<
      Record<'nodes' | 'variables' | 'vsglobalscopes' | 'vskeys' | 'streams', readonly string[]>
    >
  >;
  readonly allow: readonly string[];
}

/** Who makes a call, after its credential has been checked. */
export type Caller =
  | { readonly kind: 'apiKey' }
  | { readonly kind: 'token'; readonly tokenId: string; readonly policy: Policy }
  | {
      readonly kind: 'device';
      /** Node the connection key belongs to. */
      readonly nodeId: string;
      readonly transport: 'http' | 'mqtt';
    }
  /** A call that takes no credential, or a device that is not bound yet. */
  | { readonly kind: 'anyone'; readonly transport: 'http' | 'mqtt' };
