import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';
import type * as Page from '../values/page';
import { onChange, shownText } from '../values/stored';

let load: Promise<typeof Page> | undefined;

/** Shows the reader's values in the code of the page. A reader who has none downloads nothing for it. */
async function update(isChange: boolean): Promise<void> {
  if (!load && !isChange && shownText() === '') return;
  load ??= import('../values/page');
  (await load).showValuesInUse();
}

function tryUpdate(isChange: boolean): void {
  update(isChange).catch(() => {
    // The page keeps its placeholders; the next page or change tries again.
    load = undefined;
  });
}

if (ExecutionEnvironment.canUseDOM) onChange(() => tryUpdate(true));

/** Client module of Docusaurus. A route is rendered, and the first one hydrated, when this is called. */
const values: ClientModule = { onRouteDidUpdate: () => tryUpdate(false) };

export default values;
