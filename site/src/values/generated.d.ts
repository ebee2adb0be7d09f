/* Data written by `plugins/reader-values`. */
declare module '@generated/reader-values/default/facts.json' {
  import type { Facts } from '@site/src/values/facts';

  const facts: Facts;
  export default facts;
}
