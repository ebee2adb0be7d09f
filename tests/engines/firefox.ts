import puppeteer from 'puppeteer-core';
import { type Engine, firstProgram, patience } from './engine.ts';

const program = firstProgram(['firefox', 'firefox-esr'].map((name) => `/usr/bin/${name}`));

/** Starts Firefox, over WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
async function open(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    // The clipboard asks for permission otherwise.
    extraPrefsFirefox: { 'dom.events.testing.asyncClipboard': true },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.setDefaultTimeout(patience);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    back: async () => {
      await page.goBack();
    },
    click: (xpath) => page.locator(`::-p-xpath(${xpath})`).click(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    evaluate: (expression) => page.evaluate(expression),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  };
}

/** Starts the installed Firefox, if there is one. */
export const startFirefox = program === undefined ? undefined : () => open(program);
