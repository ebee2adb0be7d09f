import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OutputLine, ProgramBoard } from './program';
import SerialOutput, { isAtEnd } from './SerialOutput';

const nothing = () => undefined;

/** A board that has written some lines. */
function boardWith(output: readonly OutputLine[]): ProgramBoard {
  return {
    getState: () => ({ phase: 'ended', output }),
    subscribe: () => nothing,
    run: nothing,
    interrupt: nothing,
    softReset: nothing,
    powerOff: nothing,
    clearOutput: nothing,
  };
}

const render = (lines: readonly OutputLine[]) =>
  renderToStaticMarkup(
    createElement(SerialOutput, { board: boardWith(lines), lines, onJump: nothing }),
  );

describe('the serial output', () => {
  const html = render([
    { id: 1, kind: 'system', text: 'MPY: soft reboot' },
    { id: 2, kind: 'output', text: '<b>20 °C</b>' },
    { id: 3, kind: 'error', text: 'Traceback (most recent call last):' },
    { id: 4, kind: 'error', text: '  File "main.py", line 41, in measure', line: 41 },
    { id: 5, kind: 'error', text: '  File "dht.py", line 7, in measure' },
  ]);

  it('is a log with a name that the keyboard reaches', () => {
    expect(html).toMatch(/<div[^>]* role="log" tabindex="0" aria-labelledby="program-output"/i);
    expect(html).toContain('id="program-output">Serial output');
  });

  it('has a button for each line of a traceback that names a line of the program', () => {
    const buttons = [...html.matchAll(/<button[^>]*class="program__jump"[^>]*>([^<]*)/g)];
    expect(buttons.map(([, text]) => text)).toEqual([
      '  File &quot;main.py&quot;, line 41, in measure',
    ]);
    expect(html).toContain('aria-description="Goes to line 41 of the program"');
  });

  it('shows errors and messages of the page apart from what the program prints, which is text', () => {
    const lines = [...html.matchAll(/class="program__line ?([^"]*)">/g)].map(([, kind]) => kind);
    const [system, error] = ['program__line--system', 'program__line--error'];
    expect(lines).toEqual([system, '', error, error, error]);
    expect(html).toContain('&lt;b&gt;20 °C&lt;/b&gt;');
  });

  it('says that it is empty', () => {
    expect(render([])).toContain('What the program prints appears here.');
    expect(html).not.toContain('What the program prints');
  });
});

describe('the end of the output', () => {
  const box = (scrollTop: number) => ({ scrollTop, clientHeight: 200, scrollHeight: 1000 });

  it('is followed within about a line, and not after the reader has scrolled up', () => {
    expect(isAtEnd(box(800))).toBe(true);
    expect(isAtEnd(box(799.5))).toBe(true);
    expect(isAtEnd(box(780))).toBe(true);
    expect(isAtEnd(box(760))).toBe(false);
    expect(isAtEnd({ scrollTop: 0, clientHeight: 200, scrollHeight: 200 })).toBe(true);
  });
});
