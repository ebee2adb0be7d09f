/** What the page sends to the search worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Absolute address of the index the build wrote. */
      readonly index: string;
      readonly indexName: string;
    }
  | {
      readonly kind: 'query';
      readonly id: number;
      /** Path of the search protocol: `/1/indexes/*` + `/queries`. */
      readonly path: string;
      readonly body: string;
    };

/** A response in the search protocol; status 0 where the index cannot be had. */
export interface WorkerResponse {
  readonly kind: 'response';
  readonly id: number;
  readonly status: number;
  readonly content: string;
}

/** What the worker sends back; `progress` says that a part of the index has arrived. */
export type FromWorker = WorkerResponse | { readonly kind: 'progress' };
