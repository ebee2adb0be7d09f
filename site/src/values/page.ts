import { respondToOtherTabs } from '../sandbox/other-tabs';
import facts from './facts';
import { placeholderEdits } from './placeholders';
import { valuesInUse, type InUse } from './in-use';
import { createSubstitution, textNodesOf } from './text-substitution';

const substitute = createSubstitution();

/** Code that shows a real request or response is marked, and stays unchanged. */
const untouched = '[data-as-is]';

function walk(inUse: InUse): void {
  for (const code of document.querySelectorAll('main code')) {
    if (code.closest(untouched)) continue;
    substitute(textNodesOf(code), (source) => placeholderEdits(source, inUse, facts));
  }
}

let shown: InUse = { examples: {} };
let frame: number | undefined;

/** React and the request runner put new code on a page; one walk a frame keeps up with them. */
const observer = new MutationObserver(() => {
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    showValues(shown);
  });
});

/** Shows values in the code of the page, and in code that comes later; without values the page is as it was written. */
function showValues(inUse: InUse): void {
  shown = inUse;
  observer.disconnect();
  walk(inUse);
  // Connected after the walk, so that the walk's own changes are not reported to it.
  if (inUse.region === undefined && Object.keys(inUse.examples).length === 0) return;
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Shows what the reader has entered, or the sandbox's, whichever is in use. */
export function showValuesInUse(): void {
  respondToOtherTabs();
  showValues(valuesInUse());
}
