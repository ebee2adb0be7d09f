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

/** What the worker sends back: an answer in the search protocol; status 0 where the index cannot be had. */
export interface FromWorker {
  readonly id: number;
  readonly status: number;
  readonly content: string;
}
