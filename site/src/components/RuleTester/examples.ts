import type { RuleEvent } from '@anedya-docs/sandbox/browser/rule-test';

/** An event or a pattern of the page. */
export interface Example {
  readonly label: string;
  /** JSON, indented by two spaces. */
  readonly text: string;
}

/** Elements between a heading and the next `h2`, in document order. */
function inSection(heading: string, selector: string): Element[] {
  const found: Element[] = [];
  let element = document.getElementById(heading)?.nextElementSibling;
  for (; element && element.tagName !== 'H2'; element = element.nextElementSibling) {
    if (element.matches(selector)) found.push(element);
    found.push(...element.querySelectorAll(selector));
  }
  return found;
}

const textOf = (element: Element | null | undefined) => element?.textContent ?? '';

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

/** Patterns of the section that explains them, named by their headings; then the mistakes. */
export function patternExamples(): Example[] {
  const sections = inSection('patterns-by-purpose', 'h3, pre');
  const named = sections.flatMap((element, index) =>
    element.tagName === 'H3' && sections[index + 1]
      ? [{ label: textOf(element.firstChild as Element), text: textOf(sections[index + 1]) }]
      : [],
  );
  const rows = inSection('common-errors', 'td:first-child code');
  const wrong = rows.map((code) => ({ label: textOf(code), text: textOf(code) }));
  return [...named, ...wrong].map(({ label, text }) => ({ label, text: pretty(text) }));
}

/**
 * The event of the page and the events of its table of results, sent now: a rule runs on no event that is too old.
 * @param now milliseconds since 1970
 */
export function eventExamples(now: number): Example[] {
  const [source] = inSection('the-event-that-a-rule-sees', 'pre');
  const event = { ...(JSON.parse(textOf(source)) as RuleEvent), timestamp: now };
  const heads = inSection('check-a-pattern-on-paper', 'th');
  return heads.flatMap((head) => {
    const [eventType, data] = [...head.querySelectorAll('code')].map(textOf);
    if (eventType === undefined || data === undefined) return [];
    const shown = { ...event, eventType, data: JSON.parse(data) as object };
    return [{ label: `${eventType} ${data}`, text: JSON.stringify(shown, null, 2) }];
  });
}
