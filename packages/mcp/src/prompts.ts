import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { longest } from './arguments.ts';
import type { Docs } from './docs.ts';

/** What the user can say about each task: arguments of the prompt, all of them optional. */
const taskArguments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'connect-a-device': {
    nodeName: 'Name of the new node',
    transport: 'http or mqtt',
    language: 'Language of the program',
  },
  'send-a-command-and-wait': {
    nodeId: 'Node that gets the command',
    command: 'Name of the command: set-led',
    data: 'Payload: on',
  },
  'read-and-aggregate-data': {
    variable: 'Identifier of the variable: temperature',
    nodeId: 'Node with the data',
    interval: 'Length of an interval: 1 hour',
  },
  'roll-out-firmware': {
    assetIdentifier: 'What is updated: main-firmware',
    assetVersion: 'Version: 1.2.0',
    tag: 'Tag of the nodes, as key=value; without it, all nodes',
  },
  'run-micropython-on-a-board': {
    board: 'ESP32 or Pico W',
    server: 'Host of the broker; without it, that of the platform',
    change: 'What the program does differently',
  },
  'restrict-a-token': {
    nodeId: 'The only node that the token may use',
    variable: 'The only variable that it may read',
    minutes: 'How long it is valid',
  },
  'set-event-rules': {
    eventType: 'Type of the events: door-unlocked',
    ruleName: 'Name of the rule',
  },
  'export-data': {
    variable: 'Identifier of the variable: temperature',
    nodeId: 'Node with the data',
    from: 'Start of the range',
    to: 'End of the range',
  },
  'synchronize-time': { nodeId: 'Node whose device gets the time', transport: 'http or mqtt' },
};

const argument = (description: string) =>
  z.string().max(longest.name).optional().describe(description);

/** Registers the skills as prompts. What the user says about the task follows the instructions, as data. */
export function registerPrompts(server: McpServer, { skills }: Docs): void {
  for (const { name, description, markdown } of skills) {
    const own = Object.entries(taskArguments[name] ?? {});
    const argsSchema = z.object(
      Object.fromEntries(own.map(([key, text]) => [key, argument(text)])),
    );
    server.registerPrompt(name, { description, argsSchema }, (args) => {
      const values = own.flatMap(([key, meaning]) => {
        const value = args[key];
        return value === undefined || value === ''
          ? []
          : [`- ${key} (${meaning}): ${JSON.stringify(value)}`];
      });
      const text =
        values.length === 0
          ? markdown
          : `${markdown}\nValues for this task:\n${values.join('\n')}\n`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
  }
}
