import { expect, vi } from 'vitest';
import { readGuide, type Fence } from './support/fences.ts';
import { listed, reasons } from './support/not-run.ts';
import type { Reader } from './support/reader.ts';
import { receive, runQueued } from './support/send-command.ts';
import { fromPage, fromTerminal, isSetup, setupPage } from './support/setup.ts';
import { missingFor } from './support/tools.ts';
import { describeWalks } from './support/walks.ts';
import { runLine, type NotRun, type Special, type Walk } from './support/walk.ts';

// Runs the programs of the guides to their end.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const index = setupPage;
const setup = readGuide('getting-started/project-setup.mdx');
const submit = readGuide('getting-started/submitData.mdx');
const commands = readGuide('getting-started/sendcommands.mdx');

const notRun: readonly NotRun[] = [
  ...index.fences
    .filter(isSetup)
    .map(({ page, label }) => ({ page, label, why: 'a setup block: see setup.test.ts' })),
  ...listed(submit.page, reasons.board, ['esp32.ino', 'esp8266.ino', 'main/main.c', 'pico.py']),
  ...listed(submit.page, reasons.board, ['pico_mqtt.py', 'config.py', 'mpremote cp']),
  ...listed(submit.page, reasons.espIdf, [
    ...['CMakeLists.txt', 'main/CMakeLists.txt', 'sdkconfig.defaults'],
  ]),
  ...listed(submit.page, reasons.exercise, ['interval.diff']),
  ...listed(submit.page, reasons.network, ['python3 -m venv']),
  ...listed(submit.page, 'copies files to a board', ['openssl x509']),
  ...listed(commands.page, reasons.board, ['esp32.ino', 'main/main.c', 'main/CMakeLists.txt']),
  ...listed(commands.page, reasons.network, ['python3 -m venv']),
];

/** The project has no variables with these names yet. */
async function dropVariables(reader: Reader): Promise<void> {
  for (const variable of ['temperature', 'position']) {
    const response = await reader.request('platform', '/variables/delete', { variable });
    expect(response).toMatchObject({ success: true });
  }
}

/** Pages describe a project that already has the variables: these requests are rejected, and the reader continues. */
const rejected: Special['act'] = async (reader, fence) => {
  const ran = await reader.shell.run(reader.textOf(fence));
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ success: false });
};

type BackEnd = 'back_end.py' | 'back_end.mjs';

/** Runs a back end while the page submits a value as the device, until it has sent a command and received its result. */
const receivingIn = (program: BackEnd): readonly Special[] => [
  ...(['back_end.py', 'back_end.mjs'] as const).map((label) => ({
    page: index.page,
    label,
    act: (reader: Reader, fence: Fence) => reader.save(fence),
  })),
  {
    page: index.page,
    label: 'curl -sS "${ANEDYA_DEVICE_URL:?run the setup block}/submitData"',
    act: async (reader, fence, page) => {
      if (fence.section !== 'Build a back end') {
        await reader.run(fence);
        return;
      }
      const job = await reader.shell.start(runLine(page, program) ?? '');
      await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('receiving');
      await reader.run(fence);
      await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('sent set-fan on');
      await runQueued(reader);
      await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('set-fan on: success');
      expect(await job.output()).toContain(`${reader.ids.nodeId}: 31.5 at `);
      await job.stop();
    },
  },
];

const receivers = ['commands.py', 'commands.mjs', 'poll.py'] as const;
type Receiver = (typeof receivers)[number];

/** The program that receives commands; one without dependencies if the package is missing. */
function receiver(wanted: Receiver): Receiver {
  const fence = commands.fences.find(({ label }) => label === wanted);
  return fence && missingFor(fence) === undefined ? wanted : 'poll.py';
}

/** How one receiver is tested, and which fences belong to the others. */
function receiving(wanted: Receiver) {
  const own = receiver(wanted);
  const special: Special[] = [{ page: commands.page, label: own, act: receive }];
  const leaves = ({ page, label }: Fence) =>
    page === commands.page &&
    ((label !== own && receivers.some((name) => name === label)) ||
      // Its text does not describe a device that polls every half minute.
      (own === 'poll.py' && (label.startsWith('send.') || label.startsWith('device says'))));
  return { special, leaves };
}

const python = receiving('commands.py');
const nodejs = receiving('commands.mjs');
const polling = receiving('poll.py');

const inSetup = (sections: readonly string[]) => (fence: Fence) =>
  fence.page === setup.page && sections.includes(fence.section);
const isVariable = inSetup(['Create the variables']);

/** A project that has the variables: creating them is rejected, as the page says. */
const variablesExist: Special = {
  page: setup.page,
  label: 'curl -sS "${ANEDYA_API_URL:?run the setup block}/variables/create"',
  act: rejected,
};

const walks: readonly Walk[] = [
  {
    name: 'in the sandbox project of the page, commands received in Python',
    setUp: fromPage,
    pages: [submit, commands],
    notRun,
    special: python.special,
    leaves: python.leaves,
  },
  {
    name: 'in a terminal only, from the first page, commands received in Node.js',
    setUp: fromTerminal,
    pages: [index, submit, commands],
    notRun,
    special: [...receivingIn('back_end.mjs'), ...nodejs.special],
    leaves: nodejs.leaves,
  },
  {
    name: 'on the first page, with the back end in Python',
    setUp: fromPage,
    pages: [index],
    notRun,
    special: receivingIn('back_end.py'),
  },
  {
    name: 'step by step, in a project without variables, commands received in Node.js',
    setUp: fromPage,
    pages: [setup, submit, commands],
    notRun,
    prepare: dropVariables,
    special: nodejs.special,
    leaves: (fence) => inSetup(['Bind'])(fence) || nodejs.leaves(fence),
  },
  {
    name: 'with a device that binds, commands fetched over HTTPS',
    setUp: fromTerminal,
    pages: [setup, commands],
    notRun,
    special: [variablesExist, ...polling.special],
    leaves: (fence) =>
      (isVariable(fence) && fence.language === 'json') ||
      inSetup(['Pre-authorize'])(fence) ||
      polling.leaves(fence),
  },
  {
    name: 'with a device that is pre-authorized and binds anyway',
    setUp: fromPage,
    pages: [setup],
    notRun,
    prepare: dropVariables,
  },
];

describeWalks(walks);
