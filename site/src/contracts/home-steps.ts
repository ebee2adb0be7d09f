/** A kind of reader and the pages to start with. */
export interface Entry {
  readonly reader: string;
  /** Id of a symbol in `static/img/icons.svg`. */
  readonly icon: string;
  readonly goal: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

/** In the order of the page; `content/markdown-pages` writes them as Markdown. */
export const entries: readonly Entry[] = [
  {
    reader: 'Device engineer',
    icon: 'device',
    goal: 'Connect hardware over HTTPS or MQTT, send data, receive commands, update firmware.',
    links: [
      { to: '/getting-started/project-setup/', label: 'First device, step by step' },
      { to: '/device/', label: 'Device integration' },
      { to: '/device/mqtt-endpoints/', label: 'MQTT endpoints' },
      { to: '/essentials/hardware-checklist/', label: 'Hardware checklist' },
    ],
  },
  {
    reader: 'Back-end developer',
    icon: 'server',
    goal: 'Manage nodes, query and aggregate data, send commands, issue access tokens.',
    links: [
      { to: '/getting-started/#build-a-back-end', label: 'Build a back end' },
      { to: '/getting-started/#without-an-account', label: 'Start without an account' },
      { to: '/platform-api/', label: 'Platform API' },
      { to: '/features/access-tokens/', label: 'Access tokens' },
    ],
  },
  {
    reader: 'Evaluator',
    icon: 'compass',
    goal: 'Learn how the parts fit together, what each feature does and which limits apply.',
    links: [
      { to: '/anedya-overview/', label: 'Platform overview' },
      { to: '/essentials/architecture/', label: 'Architecture' },
      { to: '/features/', label: 'All features' },
      { to: '/changelog/', label: 'Changelog' },
    ],
  },
];

/** A step of the tour, which runs in the sandbox. */
export interface Step {
  readonly title: string;
  readonly text: string;
}

/** The value travels from a device to an app. */
export const steps: readonly [create: Step, send: Step, read: Step] = [
  {
    title: 'Create a project',
    text: 'With a device and a day of sample data. It is private and needs no account.',
  },
  {
    title: 'Send a value',
    text: 'The device authenticates with its connection key and submits a temperature.',
  },
  {
    title: 'See it',
    text: 'Your back end authenticates with the API key and reads the temperatures of the last day.',
  },
];
