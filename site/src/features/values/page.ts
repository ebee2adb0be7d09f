import facts from './facts';
import { placeholderEdits } from './placeholders';
import { valuesInUse, type InUse } from './in-use';
import { createSubstitution, textNodesOf } from '../../components/text-substitution';

const substitute = createSubstitution();

/** Code that shows an actual request or response is marked and not changed. */
const untouched = '[data-as-is]';

function update(inUse: InUse): void {
  for (const code of document.querySelectorAll('main code')) {
    if (code.closest(untouched)) continue;
    substitute(textNodesOf(code), (source) => placeholderEdits(source, inUse, facts));
  }
}

let shown: InUse = { examples: {} };
let frame: number | undefined;

/** React and the request runner add code to the page. It is updated at most once per frame. */
const observer = new MutationObserver(() => {
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    showValues(shown);
  });
});

/** Shows values in the code of the page, and in code that is added later. Without values, restores the original text. */
function showValues(inUse: InUse): void {
  shown = inUse;
  observer.disconnect();
  update(inUse);
  // Connected after the update, so that the observer does not report the update itself.
  if (inUse.region === undefined && Object.keys(inUse.examples).length === 0) return;
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Shows the values in use: those of the sandbox, or those that the reader has entered. */
export function showValuesInUse(): void {
  showValues(valuesInUse());
}
