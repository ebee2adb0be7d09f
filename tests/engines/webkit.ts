import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Builder, By, Capabilities, Key, until, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../packages/sandbox/test/support/processes/free-port.ts';
import { type Engine, firstProgram, patience } from './engine.ts';

const libraries = '/usr/lib';

/** Paths of WebKitGTK's small browser, which Debian's `webkit2gtk-driver` needs. */
function miniBrowsers(): string[] {
  const folders = readdirSync(libraries, { withFileTypes: true }).filter((entry) =>
    entry.name.endsWith('-linux-gnu'),
  );
  return folders.flatMap(({ name }) =>
    ['6.0', '4.1', '4.0'].map(
      (version) =>
        `${libraries}/${name}/webkit${version === '6.0' ? 'gtk' : '2gtk'}-${version}/MiniBrowser`,
    ),
  );
}

interface WebKit {
  readonly browser: string;
  readonly driver: string;
  /** A display without a screen, if there is no display. */
  readonly display: readonly string[];
}

function findWebKit(): WebKit | undefined {
  const [driver, xvfb] = ['WebKitWebDriver', 'xvfb-run'].map((name) =>
    firstProgram([`/usr/bin/${name}`]),
  );
  const browser = process.platform === 'linux' ? firstProgram(miniBrowsers()) : undefined;
  if (driver === undefined || browser === undefined) return undefined;
  if (process.env.DISPLAY) return { browser, driver, display: [] };
  return xvfb === undefined ? undefined : { browser, driver, display: [xvfb, '-a'] };
}

/** Collects the errors of a document, and those that the browser has kept for observers. WebDriver does not tell them. */
const collect = `
  const add = (text) => sessionStorage.setItem('errors', (sessionStorage.getItem('errors') ?? '') + text + '\\n');
  const { error } = console;
  console.error = (...parts) => { add(parts.join(' ')); error(...parts); };
  addEventListener('error', (event) => add(String(event.message)));
  addEventListener('unhandledrejection', (event) => add(String(event.reason)));
  new ReportingObserver((reports) => reports.forEach(({ body }) => add('policy: ' + body.effectiveDirective + ' ' + body.blockedURL)),
    { types: ['csp-violation'], buffered: true }).observe();`;

/** Starts WebKit, over WebDriver (https://www.w3.org/TR/webdriver2/). */
async function open({ browser, driver, display }: WebKit): Promise<Engine> {
  const port = await freePort();
  const [program, ...args] = [...display, driver];
  const server = spawn(program, [...args, `--port=${port}`], { stdio: 'ignore', detached: true });
  const stop = () => {
    // The group has the driver, the browser and the display.
    if (server.pid !== undefined) process.kill(-server.pid);
  };
  let session: WebDriver;
  try {
    session = await connect(port, browser);
  } catch (error) {
    stop();
    throw error;
  }
  const press = (text: string) => session.actions().sendKeys(text).perform();
  return {
    open: async (url) => {
      await session.get(url);
      await session.executeScript(collect);
    },
    back: () => session.navigate().back(),
    click: async (xpath) => {
      const element = await session.wait(until.elementLocated(By.xpath(xpath)), patience);
      await session.wait(until.elementIsVisible(element), patience);
      await element.click();
    },
    type: press,
    press: (key) => press(Key[key === 'Enter' ? 'ENTER' : 'ESCAPE']),
    evaluate: (expression) => session.executeScript(`return (${expression})`),
    errors: async () => {
      const text = await session.executeScript<string>(
        `return sessionStorage.getItem('errors') ?? ''`,
      );
      return text.split('\n').filter(Boolean);
    },
    close: async () => {
      await session.quit();
      stop();
    },
  };
}

/** Connects to the driver when it listens. */
async function connect(port: number, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const server = `http://127.0.0.1:${port}`;
  for (let left = 100; ; left -= 1) {
    try {
      const status = await fetch(`${server}/status`);
      if (status.ok) break;
    } catch (error) {
      if (left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const session = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  await session.manage().window().setRect({ width: 1440, height: 900 });
  return session;
}

const webKit = findWebKit();

/** Starts the installed WebKit, if there is one with its driver and a display. */
export const startWebKit = webKit === undefined ? undefined : () => open(webKit);
