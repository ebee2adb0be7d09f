import { control, type Engine, region } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { startWebKit } from './engines/webkit.ts';
import { expect, test } from './support/mqtt-console.ts';

test.describe.configure({ timeout: 240_000 });

/** Engines that are not Chromium's: each is tested where it is installed. */
const engines = [
  ['Firefox', startFirefox, 'firefox-esr'],
  ['WebKit', startWebKit, 'webkit2gtk-driver and xvfb'],
] as const;

/** Waits until an expression in the page has this value, or contains this text. */
const expectIn = (engine: Engine, expression: string) =>
  expect.poll(() => engine.evaluate(expression), { message: expression, timeout: 30_000 });

/** Text of the first element of an XPath, or nothing. */
const textOf = (xpath: string) =>
  `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.STRING_TYPE, null).stringValue`;

const tour = region('Try it in the sandbox');
const runner = region('Send a request');
const mqtt = region('MQTT console');
const device = region('Simulated greenhouse');

async function openPage(engine: Engine, url: string): Promise<void> {
  await engine.open(url);
  await expectIn(engine, 'document.documentElement.dataset.hasHydrated').toBe('true');
}

const journeys: Readonly<Record<string, (engine: Engine, origin: string) => Promise<void>>> = {
  'the tour of the home page creates a project, sends a value and reads it': async (
    engine,
    origin,
  ) => {
    await openPage(engine, `${origin}/`);
    const status = textOf(`${tour}//*[@role='status']`);
    await engine.click(control('Create a project'));
    await expectIn(engine, status).toContain('Project created');
    await engine.click(control('Send', tour));
    await expectIn(engine, status).toContain('is stored');
    await engine.click(control('Read the values'));
    await expectIn(engine, status).toContain('The newest is');
  },
  'a search leads to a page, and Back returns': async (engine, origin) => {
    await openPage(engine, `${origin}/changelog/`);
    await engine.type('/');
    await expectIn(engine, `document.activeElement?.getAttribute('role')`).toBe('combobox');
    await engine.type('create a node');
    await expectIn(engine, textOf(`//dialog//*[@role='option']`)).toContain('Create a node');
    await engine.press('Enter');
    await expectIn(engine, 'location.pathname').toBe('/platform-api/node-create/');
    await expectIn(engine, textOf('//h1')).toContain('Create a node');
    await engine.back();
    await expectIn(engine, 'location.pathname').toBe('/changelog/');
    await expectIn(engine, textOf('//h1')).toContain('Changelog');
  },
  'the color mode changes and persists': async (engine, origin) => {
    const mode = 'document.documentElement.dataset.theme';
    await openPage(engine, `${origin}/`);
    await expectIn(engine, mode).toBe('dark');
    await engine.click('//button[contains(@aria-label, "Switch between dark and light")]');
    await expectIn(engine, mode).toBe('light');
    await openPage(engine, `${origin}/changelog/`);
    expect(await engine.evaluate(mode)).toBe('light');
  },
  'a page is copied as Markdown': async (engine, origin) => {
    await openPage(engine, `${origin}/platform-api/node-create/`);
    await engine.click(control('Copy page'));
    await engine.click(control('Copy as Markdown'));
    await expectIn(engine, `document.body.textContent.includes('Copied')`).toBe(true);
  },
  ...Object.fromEntries(
    ['server', 'browser'].map((home) => [
      `Send gets a response from the sandbox of the ${home}`,
      async (engine: Engine, origin: string) => {
        await openPage(engine, `${origin}/platform-api/node-list/`);
        await engine.evaluate(`localStorage.setItem('docs-sandbox-home', '${home}')`);
        await openPage(engine, `${origin}/platform-api/node-list/`);
        await engine.click('//*[contains(@class, "send__open")]');
        await expectIn(engine, textOf(runner)).toContain('greenhouse');
        await engine.click(control('Send', runner));
        await expectIn(engine, textOf(runner)).toContain('200 OK');
      },
    ]),
  ),
  'the MQTT console publishes and gets the response': async (engine, origin) => {
    await openPage(engine, `${origin}/device/mqtt-endpoints/`);
    await engine.click(control('MQTT console'));
    await engine.click(control('Connect', mqtt));
    await expectIn(engine, textOf(`${mqtt}//*[@role='status']`)).toContain(
      'Connected as the device',
    );
    await engine.click(control('Publish', mqtt));
    await expectIn(engine, textOf(`${mqtt}//ol`)).toContain('response received');
  },
  'the simulated device runs, and its door reaches the platform': async (engine, origin) => {
    await openPage(engine, `${origin}/features/heartbeat/`);
    await engine.click(control('Show the simulated device'));
    await engine.click(control('Start', device));
    await expectIn(engine, textOf(device)).toContain('Running with firmware');
    await engine.click(control('Open the door', device));
    await expectIn(engine, textOf(device)).toContain('Dooropenopen');
  },
  'a copy for offline use is saved': async (engine, origin) => {
    await openPage(engine, `${origin}/`);
    await engine.click(control('Use offline'));
    await engine.click(control('Save for offline use'));
    await expectIn(engine, `document.body.textContent.includes('Remove offline copy')`).toBe(true);
  },
};

for (const [name, start, packages] of engines) {
  test.describe(name, () => {
    test.skip(start === undefined, `${name} is not installed (Debian: ${packages})`);

    for (const [journey, run] of Object.entries(journeys)) {
      test(journey, async ({ origin }) => {
        const engine = await start?.();
        if (!engine) return;
        try {
          await run(engine, origin);
          expect(await engine.errors()).toEqual([]);
        } finally {
          await engine.close();
        }
      });
    }
  });
}
