import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';
import type * as Page from '../values/page';
import { getValues, subscribe } from '../values/store';

let load: Promise<typeof Page> | undefined;

/** Shows the reader's values in the code of the page. A reader who has entered none downloads nothing for it. */
async function update(): Promise<void> {
  if (!load && Object.keys(getValues()).length === 0) return;
  load ??= import('../values/page');
  const { showValues } = await load;
  showValues(getValues());
}

function tryUpdate(): void {
  update().catch(() => {
    // The page keeps its placeholders; the next page or change tries again.
    load = undefined;
  });
}

if (ExecutionEnvironment.canUseDOM) subscribe(tryUpdate);

/** Client module of Docusaurus. A route is rendered, and the first one hydrated, when this is called. */
const values: ClientModule = { onRouteDidUpdate: tryUpdate };

export default values;
