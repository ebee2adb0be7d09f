const controls = 'input, select, textarea, [role="switch"]';

const buttons = ['button:not(.body-editor__remove)', 'button'];

/** Focuses an element, or the first control inside it; buttons come after controls, those that remove come last. */
export function focusInto(element: HTMLElement | null): void {
  if (!element) return;
  const inside = [controls, ...buttons].map((one) => element.querySelector<HTMLElement>(one));
  const target = element.matches(`${controls}, button`) ? element : inside.find(Boolean);
  target?.focus();
  // What is added has a first value, which typing should replace.
  if (target instanceof HTMLInputElement) target.select();
}
