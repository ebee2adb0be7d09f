/**
 * Links the fields of a request body and the lines of the visible sample that set them: the field or line below the pointer,
 * or with the focus, highlights the other one. Lines are found by their text, so this works with the samples of the page and
 * with those that use the reader's values.
 */

/** A line that sets a key: `"compute": "avg"`, `compute: 'avg'`, `'compute' => 'avg'`, `compute = 'avg'`. */
const keyLine = /^(\s*)["']?([\w-]+)["']?\s*(?:=>|=|:)/;

/** A line of JSON in a string literal of C, whose indentation is inside: `"  \"compute\": \"avg\"\n"`. */
const cLine = /^\s*"(\s*)\\"(.*?)\\"/;

/** Path of a field without the marks of arrays: `data.variable` for `data[].variable`. */
const plainPath = (path: string) => path.replaceAll('[]', '');

/**
 * Returns the lines of a program that set fields of the request body: line number, counted from 0, by path of the field. Keys
 * are nested by indentation. The body is where most of its fields are: a program may use a name elsewhere, too.
 * @param source a program in any of the sample languages
 * @param fields paths of the body, such as `config.aggregation` or `data[].variable`
 */
export function linesOfFields(
  source: string,
  fields: readonly string[],
): ReadonlyMap<string, number> {
  const paths = new Map(fields.map((path) => [plainPath(path), path]));
  const open: { readonly indent: number; readonly path: string }[] = [];
  const bodies = new Map<string, Map<string, number>>();
  source.split('\n').forEach((text, line) => {
    const [, space = '', key] = keyLine.exec(text.replace(cLine, '$1"$2"')) ?? [];
    if (key === undefined) return;
    while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop();
    const above = open.map(({ path }) => path);
    open.push({ indent: space.length, path: key });
    for (let start = 0; start <= above.length; start += 1) {
      const field = paths.get([...above.slice(start), key].join('.'));
      const body = above.slice(0, start).join('.');
      const found = bodies.get(body) ?? new Map<string, number>();
      if (field === undefined || found.has(field)) continue;
      bodies.set(body, found.set(field, line));
    }
  });
  const [best] = [...bodies.values()].sort((a, b) => b.size - a.size);
  return best ?? new Map();
}

/** The range of a line; undefined when the element has no such line. */
function rangeOfLine(code: Element, line: number): Range | undefined {
  const range = document.createRange();
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let current = 0;
  let isStarted = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    for (let index = 0; index <= text.length; index += 1) {
      if (!isStarted && current === line && /\S/.test(text[index] ?? '')) {
        range.setStart(node, index);
        isStarted = true;
      }
      if (text[index] !== '\n') continue;
      if (isStarted) {
        range.setEnd(node, index);
        return range;
      }
      current += 1;
    }
    if (isStarted) range.setEnd(node, text.length);
  }
  return isStarted ? range : undefined;
}

/** The line of a program at a point of the window; undefined when the browser cannot tell. */
function lineAt(code: Element, x: number, y: number): number | undefined {
  const position = 'caretPositionFromPoint' in document && document.caretPositionFromPoint(x, y);
  if (!position || !code.contains(position.offsetNode)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(code);
  before.setEnd(position.offsetNode, position.offset);
  return before.toString().split('\n').length - 1;
}

interface Parts {
  /** The program that the reader sees. */
  readonly code: Element;
  /** Fields of the request by path. */
  readonly fields: ReadonlyMap<string, Element>;
}

function partsOf(page: Element): Parts | undefined {
  const code = [...page.querySelectorAll('.operation__samples .samples__panel pre')].find(
    (program) => program.getClientRects().length > 0,
  );
  const fields = new Map(
    [...page.querySelectorAll('.field[id^="request-"]')].map((field) => [
      field.querySelector('.field__name')?.textContent ?? '',
      field,
    ]),
  );
  return code && { code, fields };
}

/** The field and the line that an event points at. */
function pairOf(event: Event, target: Element, { code, fields }: Parts) {
  const lines = linesOfFields(code.textContent, [...fields.keys()]);
  if (code.contains(target)) {
    const line = event instanceof PointerEvent && lineAt(code, event.clientX, event.clientY);
    const [path] = [...lines].find(([, at]) => at === line) ?? [];
    return path === undefined ? undefined : { field: fields.get(path), line: lines.get(path) };
  }
  const field = target.closest('.field[id^="request-"]');
  const [path] = [...fields].find(([, element]) => element === field) ?? [];
  return path === undefined ? undefined : { field: fields.get(path), line: lines.get(path) };
}

const name = 'sample-line';

function highlight(field: Element | undefined, range: Range | undefined): void {
  document.querySelector('[data-sample-line]')?.removeAttribute('data-sample-line');
  CSS.highlights.delete(name);
  if (!field || !range) return;
  field.setAttribute('data-sample-line', '');
  CSS.highlights.set(name, new Highlight(range));
}

/** Scrolls a program so that a line is in view. The page itself does not move. */
function reveal(code: Element, range: Range): void {
  const line = range.getBoundingClientRect();
  const box = code.getBoundingClientRect();
  if (line.top < box.top) code.scrollTop -= box.top - line.top + line.height;
  if (line.bottom > box.bottom) code.scrollTop += line.bottom - box.bottom + line.height;
}

let last: EventTarget | null = null;

/**
 * Highlights the field and the line of an event on an operation page, or removes the highlight. Browsers without the CSS
 * Custom Highlight API show none.
 * @param event a `pointermove` or `focusin`
 */
export function followFields(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element) || !('highlights' in CSS)) return;
  const isCode = target.closest('.samples__panel pre') !== null;
  if (target === last && !isCode) return;
  last = target;
  const page = target.closest('.operation');
  const parts = page && partsOf(page);
  const { field, line } = (parts && pairOf(event, target, parts)) ?? {};
  const range = parts && line !== undefined ? rangeOfLine(parts.code, line) : undefined;
  if (parts && range && !isCode) reveal(parts.code, range);
  highlight(field, range);
}
