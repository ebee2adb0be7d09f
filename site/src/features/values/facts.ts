import type { Facts } from '@site/src/contracts/reader-facts';
import facts from '@generated/reader-values/default/facts.json';

/** Written by `content/reader-values`. */
export default facts satisfies Facts;
