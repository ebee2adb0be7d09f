import { expect } from 'vitest';
import { readGuide, type Fence } from './support/fences.ts';
import { jsonIn } from './support/json-output.ts';
import { listed, reasons } from './support/not-run.ts';
import type { Reader } from './support/reader.ts';
import { sendTo } from './support/send-command.ts';
import { missingFor } from './support/tools.ts';
import { describeWalks } from './support/walks.ts';
import type { NotRun, Special, Walk } from './support/walk.ts';

const index = readGuide('getting-started/index.mdx');
const setup = readGuide('getting-started/project-setup.mdx');
const submit = readGuide('getting-started/submitData.mdx');
const commands = readGuide('getting-started/sendcommands.mdx');

const notRun: readonly NotRun[] = [
  ...listed(submit.page, reasons.board, ['esp32.ino', 'esp8266.ino', 'main/main.c', 'pico.py']),
  ...listed(submit.page, reasons.board, ['pico_mqtt.py', 'config.py', 'mpremote cp']),
  ...listed(submit.page, reasons.espIdf, ['CMakeLists.txt', 'main/CMakeLists.txt']),
  ...listed(submit.page, 'shows the certificates of the real host', ['openssl s_client']),
  ...listed(submit.page, 'copies files to a board', ['openssl x509']),
  ...listed(commands.page, reasons.board, ['esp32.ino']),
];

/** The reader's project has no variable of this name yet. */
async function dropVariable(reader: Reader): Promise<void> {
  const answer = await reader.call('platform', '/variables/delete', { variable: 'temperature' });
  expect(answer).toMatchObject({ success: true });
}

const setupSteps: readonly Special[] = [
  {
    page: index.page,
    label: 'api() {',
    act: async (reader, fence) => {
      const { stdout } = await reader.run(fence);
      const [, nodeId, deviceId] = /^node (\S+), device (\S+)$/m.exec(stdout) ?? [];
      expect(nodeId).toBeDefined();
      Object.assign(reader.ids, { nodeId, deviceId });
      reader.secrets.ANEDYA_CONNECTION_KEY = await reader.variable('ANEDYA_CONNECTION_KEY');
    },
  },
  {
    page: setup.page,
    label: 'python3 -c "import uuid',
    act: async (reader, fence) => {
      const { stdout } = await reader.run(fence);
      reader.ids.deviceId = stdout.trim();
    },
  },
  {
    page: setup.page,
    label: 'read -rs ANEDYA_BINDING_SECRET',
    act: async (reader, fence) => {
      const { nodeId = '' } = reader.ids;
      const { data } = await reader.call('platform', '/node/details', { nodes: [nodeId] });
      const nodes = data as Record<string, { readonly nodebindingkey: string }>;
      reader.secrets.ANEDYA_BINDING_SECRET = nodes[nodeId]?.nodebindingkey ?? '';
      await reader.run(fence);
    },
  },
];

const receivers = ['commands.py', 'commands.mjs', 'poll.py'] as const;

/** The program that receives commands; the one that needs no package where that is missing. */
function receiver(wanted: (typeof receivers)[number]): (typeof receivers)[number] {
  const fence = commands.fences.find(({ label }) => label === wanted);
  return fence && missingFor(fence) === undefined ? wanted : 'poll.py';
}

/** A project made in the terminal: from here on the reader has its keys and ids. */
const ownProject: Special = {
  page: index.page,
  label: 'PROJECT=',
  act: async (reader, fence) => {
    await reader.run(fence);
    for (const name of ['ANEDYA_API_KEY', 'ANEDYA_CONNECTION_KEY']) {
      reader.secrets[name] = await reader.variable(name);
    }
    reader.ids.nodeId = await reader.variable('ANEDYA_NODE_ID');
    reader.ids.deviceId = await reader.variable('ANEDYA_DEVICE_ID');
  },
};

/** Nothing leads to the sandbox but what the page sets. */
async function forgetAddresses(reader: Reader): Promise<void> {
  await reader.shell.run(
    'unset ANEDYA_API_URL ANEDYA_DEVICE_URL ANEDYA_MQTT_HOST ANEDYA_MQTT_PORT',
  );
}

const isWithoutAccount = ({ page, section }: Fence) =>
  page === index.page && section === 'Without an account';

/** What the page says of a second run: the variable is there already, and the rest still works. */
const runAgain: Special = {
  page: index.page,
  label: 'api() {',
  act: async (reader, fence) => {
    const { stdout } = await reader.execute(fence, reader.textOf(fence));
    const [variable, ...rest] = jsonIn(stdout);
    expect(variable).toMatchObject({ success: false });
    expect(rest.length).toBeGreaterThan(0);
    for (const answer of rest) expect(answer).toMatchObject({ success: true });
  },
};

/** How one receiver is tried, and which fences belong to the others. */
function receiving(wanted: (typeof receivers)[number]) {
  const own = receiver(wanted);
  const special: Special[] = [
    { page: commands.page, label: own, act: (reader, fence) => reader.save(fence) },
    { page: commands.page, label: 'EXPIRY=', act: sendTo(own) },
  ];
  const leaves = ({ page, label }: Fence) =>
    page === commands.page && label !== own && receivers.some((name) => name === label);
  return { special, leaves };
}

const withScript = receiving('commands.py');
const byHand = receiving('commands.mjs');
const bound = receiving('poll.py');

const inSetup = (sections: readonly string[]) => (fence: Fence) =>
  fence.page === setup.page && sections.includes(fence.section);
const onlyCheck = (fence: Fence) => fence.page === setup.page && fence.section !== 'Check';

const walks: readonly Walk[] = [
  {
    name: 'with the script, in a project that has the variable',
    pages: [index],
    notRun,
    special: [runAgain],
    leaves: (fence) => isWithoutAccount(fence) || fence.side === 'answer',
  },
  {
    name: 'without an account, from the terminal, commands received in Node.js',
    pages: [index, submit, commands],
    notRun,
    prepare: forgetAddresses,
    special: [ownProject, ...byHand.special],
    leaves: (fence) =>
      (fence.page === index.page && !isWithoutAccount(fence)) || byHand.leaves(fence),
  },
  {
    name: 'with the script, commands received in Python',
    pages: [index, setup, submit, commands],
    notRun,
    prepare: dropVariable,
    special: [...setupSteps.slice(0, 1), ...withScript.special],
    leaves: (fence) => isWithoutAccount(fence) || onlyCheck(fence) || withScript.leaves(fence),
  },
  {
    name: 'step by step, commands received in Node.js',
    pages: [setup, submit, commands],
    notRun,
    prepare: dropVariable,
    special: [...setupSteps, ...byHand.special],
    leaves: (fence) => inSetup(['Bind'])(fence) || byHand.leaves(fence),
  },
  {
    name: 'with a device that binds, commands fetched over HTTPS',
    pages: [setup, commands],
    notRun,
    special: [...setupSteps, ...bound.special],
    leaves: (fence) =>
      inSetup(['Create a variable', 'Pre-authorize'])(fence) || bound.leaves(fence),
  },
];

describeWalks(walks);
