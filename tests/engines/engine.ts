import { accessSync, constants } from 'node:fs';

/** A browser with one page, as the tests of all engines need it. */
export interface Engine {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Waits for the first visible element of an XPath, and clicks it. */
  click(xpath: string): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** Returns the value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Returns errors of the console, of scripts and of the Content-Security-Policy. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How long the engines wait for an element, in milliseconds. */
export const patience = 30_000;

/** Returns the first of the files that can be run. */
export const firstProgram = (files: readonly string[]): string | undefined =>
  files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** XPath of a section by its label or its heading. */
export const region = (name: string): string =>
  `//section[@aria-label="${name}" or @aria-labelledby=//*[normalize-space()="${name}"]/@id]`;

/** XPath of a button, link or summary with this text or label, in an element. */
export const control = (text: string, inside = ''): string =>
  `${inside}//*[self::button or self::a or self::summary][normalize-space()="${text}" or @aria-label="${text}"]`;
