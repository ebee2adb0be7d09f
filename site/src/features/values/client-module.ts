import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';
import type * as Page from './page';
import { textInUse } from '../../requests/sandbox-home';
import { onChange } from '../../requests/values-choice';

let load: Promise<typeof Page> | undefined;

/** Shows the reader's values in the code of the page. The code for it loads only when there are values. */
async function update(isChange: boolean): Promise<void> {
  if (!load && !isChange && textInUse() === '') return;
  load ??= import('./page');
  (await load).showValuesInUse();
}

function tryUpdate(isChange: boolean): void {
  update(isChange).catch(() => {
    // The page keeps its placeholders until the next page or change.
    load = undefined;
  });
}

if (ExecutionEnvironment.canUseDOM) onChange(() => tryUpdate(true));

/** Client module of Docusaurus. Called after a route has rendered, and after the first one has hydrated. */
const values: ClientModule = { onRouteDidUpdate: () => tryUpdate(false) };

export default values;
