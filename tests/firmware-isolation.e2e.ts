/** Hostile programs in the page's board, with the real server and its policies. */
import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { button, openProgram, output, typeProgram } from './support/firmware.ts';

// The watchdog waits for a program for some seconds.
test.describe.configure({ timeout: 90_000 });

/** Opens the device with a program in its editor. */
async function openWith(page: Page, source: string): Promise<void> {
  const stored = JSON.stringify({ text: source, earlier: [] });
  await page.addInitScript((program) => localStorage.setItem('docs-program', program), stored);
  await openProgram(page);
}

const run = (page: Page) => button(page, 'Run').click();

/** Runs a program and waits for a text in its output. */
async function runUntil(page: Page, source: string, text: string): Promise<void> {
  await openWith(page, source);
  await run(page);
  await expect(output(page)).toContainText(text, { timeout: 30_000 });
}

const boardWorkers = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('/assets/firmware/'));

/** A browser needs time to end a worker that does not yield. */
const expectNoWorker = (page: Page) => expect.poll(() => boardWorkers(page).length).toBe(0);

/** Whether the page responds to input while a program runs. */
const isAlive = (page: Page) => page.evaluate(() => document.readyState);

/** Evaluates an expression in the worker with the protocol of the debugger, which needs nothing of the worker's scope. */
async function evaluateInWorker(page: Page, expression: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const attached = new Promise<string>((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.url.includes('/assets/firmware/')) resolve(sessionId);
    });
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  const received = new Promise<string>((resolve) => {
    session.on('Target.receivedMessageFromTarget', ({ message }) => resolve(message));
  });
  const params = { expression, returnByValue: true };
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
  const { result } = JSON.parse(await received) as { result: { result: { value: string } } };
  return result.result.value;
}

test('a program without end is stopped by the watchdog, and the next one runs', async ({
  page,
}) => {
  await runUntil(page, 'print("before")\nwhile True: pass', 'Watchdog: the program neither slept');
  await expect(output(page)).toContainText('before');
  await expectNoWorker(page);
  await typeProgram(page, 'print("after")');
  await run(page);
  await expect(output(page)).toContainText('after');
});

test('a program that ignores Ctrl+C is stopped', async ({ page }) => {
  await runUntil(page, 'import time\nprint("start")\nwhile True: time.sleep(1)', 'start');
  await button(page, 'Ctrl+C').click();
  await expect(output(page)).toContainText('cannot receive KeyboardInterrupt');
  await expectNoWorker(page);
});

test('Ctrl+C raises KeyboardInterrupt where the program awaits', async ({ page }) => {
  const source = [
    'import asyncio',
    'async def main():',
    '  print("start")',
    '  await asyncio.sleep(1000)',
    'try:',
    '  asyncio.run(main())',
    'except KeyboardInterrupt:',
    '  print("interrupted")',
  ].join('\n');
  await runUntil(page, source, 'start');
  await button(page, 'Ctrl+C').click();
  await expect(output(page)).toContainText('interrupted');
});

test('a flood of output is bounded, and says what is left out', async ({ page }) => {
  await runUntil(page, 'while True: print("x" * 500)', 'Watchdog');
  await expect(output(page)).toContainText('lines left out');
  expect(await isAlive(page)).toBe('complete');
  expect((await output(page).innerText()).length).toBeLessThan(800_000);
});

test('a line without end is bounded', async ({ page }) => {
  await runUntil(page, 'text = "y" * 100000\nwhile True: print(text, end="")', 'Watchdog');
  expect((await output(page).innerText()).length).toBeLessThan(10_000);
});

test('memory is that of a board', async ({ page }) => {
  await runUntil(
    page,
    'kept = []\nwhile True: kept.append(bytearray(100000))',
    'MemoryError: memory allocation failed',
  );
});

test.describe('a flash memory that is full raises OSError', () => {
  for (const [name, source] of [
    ['bytes', 'f = open("log", "w")\nwhile True: f.write("x" * 65536)'],
    ['a far position', 'f = open("log", "w")\nf.seek(1 << 30)\nf.write("x")\nf.close()'],
    ['folders', 'import os\nfor i in range(100000): os.mkdir("/f%d" % i)'],
    ['files', 'for i in range(100000): open("/f%d" % i, "w").close()'],
  ] as const) {
    test(name, async ({ page }) => {
      await runUntil(page, source, 'OSError');
    });
  }
});

test('recursion without end raises RuntimeError', async ({ page }) => {
  await runUntil(
    page,
    'def f(n): return f(n + 1)\nf(0)',
    'RuntimeError: maximum recursion depth exceeded',
  );
});

/** Expressions that would reach JavaScript, if the module `js` or a proxy of an object led to it. */
const escapes = [
  '__import__("js").fetch',
  'core.js.fetch',
  'core.js.globalThis',
  'core.js.self',
  'core.js.constructor',
  'core.js.setTimeout.constructor',
  'core.js.setTimeout.call',
  'core.js.indexedDB',
  'core.js.postMessage',
  'core.js.Module',
  'core.jsffi.JsProxy.constructor',
  '_board.constructor',
  '_board.constructor.constructor("return self")()',
  '_board.millis.constructor("return self")()',
  '_board.connect.__proto__',
  '_board.toString',
  '_board.nextMessage().constructor',
  'getattr(_board.nextMessage(), "finally")',
];

test('Python finds no way to JavaScript', async ({ page }) => {
  const source = [
    'import builtins',
    'original = builtins.__import__',
    'del builtins.__import__',
    'import _board, asyncio',
    'from asyncio import core',
    ...escapes.map(
      (escape) =>
        `try:\n  print("REACHED", ${JSON.stringify(escape)}, ${escape})\nexcept (ImportError, AttributeError) as e: print("held", type(e).__name__)\n`,
    ),
    'print("done")',
  ].join('\n');
  await runUntil(page, source, 'done');
  const text = await output(page).innerText();
  expect(text).not.toContain('REACHED');
  expect(text.match(/held/g)).toHaveLength(escapes.length);
});

test.describe('what would create or change a JavaScript object ends the program', () => {
  for (const statement of [
    '_board.millis.new()',
    '_board.millis = 1',
    '_board["constructor"]',
    'list(_board)',
    '_board.setLevel(pin=1)',
    'core.js.fetch = 1',
    'core.jsffi.to_js([1])',
    'core.jsffi.create_proxy(core)',
    'core.jsffi.mem_info()',
  ]) {
    test(statement, async ({ page }) => {
      await runUntil(
        page,
        `import _board, asyncio\nfrom asyncio import core\n${statement}\nprint("REACHED")`,
        'reached for JavaScript, which a board does not have',
      );
      await expect(output(page)).not.toContainText('REACHED');
      await expectNoWorker(page);
    });
  }
});

test('a program that forges references in memory finds no JavaScript', async ({ page }) => {
  // Every address of a proxy gets every number that JavaScript objects have.
  const source = [
    'import _board, uctypes, asyncio',
    'promise = _board.nextMessage()',
    'address = id(promise)',
    'memory = uctypes.bytearray_at(address, 12)',
    'found = []',
    'for number in range(20):',
    '  memory[4:8] = number.to_bytes(4, "little")',
    '  for name in ("constructor", "fetch", "globalThis", "self", "postMessage", "caches", "prototype"):',
    '    if hasattr(promise, name): found.append((number, name))',
    'print("found", found)',
  ].join('\n');
  await runUntil(page, source, 'found []');
});

test('the scope of the worker has nothing that leads out of it', async ({ page }) => {
  await runUntil(
    page,
    'import asyncio\nasync def main():\n  print("start")\n  await asyncio.sleep(1000)\nasyncio.run(main())',
    'start',
  );
  const names = (
    await evaluateInWorker(
      page,
      `(() => {
      const found = new Set();
      for (let o = globalThis; o; o = Object.getPrototypeOf(o))
        for (const name of Object.getOwnPropertyNames(o))
          if (globalThis[name] !== undefined) found.add(name);
      return [...found].join();
    })()`,
    )
  ).split(',');
  expect(names).toContain('proxy_js_ref');
  for (const name of [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'WebTransport',
    'importScripts',
    'Worker',
    'indexedDB',
    'caches',
    'BroadcastChannel',
    'MessageChannel',
    'navigator',
    'location',
    'cookieStore',
    'postMessage',
    'addEventListener',
    'dispatchEvent',
    'setTimeout',
    'setInterval',
    'eval',
    'Function',
    'WebAssembly',
    'self',
    'close',
  ]) {
    expect(names).not.toContain(name);
  }
  const constructors =
    '[() => 0, async () => 0, function* () {}].map((f) => typeof f.constructor).join()';
  expect(await evaluateInWorker(page, constructors)).toBe('undefined,undefined,undefined');
});

test('the policy of the worker forbids requests and code', async ({ page }) => {
  const response = page.waitForResponse((one) => /\/assets\/firmware\/.*\.js$/.test(one.url()));
  await openWith(page, 'print("x")');
  await run(page);
  expect((await response).headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'",
  );
});

test('no host other than the sandbox is reached', async ({ page }) => {
  const foreign: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('example')) foreign.push(request.url());
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).hostname.endsWith('example')) foreign.push(socket.url());
  });
  const source = [
    'import _board, asyncio, json, time',
    '_board.joinWifi("greenhouse", "simulated")',
    'time.sleep(1)',
    'async def main():',
    '  settings = {"server": "evil.example", "port": 1883, "client_id": "a", "user": "a", "password": "b", "ssl": False, "keepalive": 60}',
    '  print("result", await _board.connect(json.dumps(settings)))',
    'asyncio.run(main())',
  ].join('\n');
  await runUntil(page, source, 'result -2');
  expect(foreign).toEqual([]);
});

test('a flood of calls leaves the page responsive', async ({ page }) => {
  const source = [
    'import _board',
    'for i in range(10000):',
    '  _board.publish("t", "x" * 100, 0, False)',
    '  _board.setLevel(2, i % 2)',
    '  _board.disconnect()',
    'print("done")',
  ].join('\n');
  await runUntil(page, source, 'done');
  expect(await isAlive(page)).toBe('complete');
});

test('a program that resets the board without end can be switched off', async ({ page }) => {
  await runUntil(page, 'import machine\nprint("boot")\nmachine.reset()', 'The board resets.');
  await button(page, 'Power off').click();
  await expect(output(page)).toContainText('Power off.');
  await expectNoWorker(page);
});
