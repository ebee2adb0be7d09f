/** A kind of reader and the pages to start with. */
export interface Entry {
  readonly reader: string;
  readonly goal: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

/** In the order of the page; `plugins/markdown-pages` writes them as Markdown. */
export const entries: readonly Entry[] = [
  {
    reader: 'Device engineer',
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
    goal: 'Learn how the parts fit together, what each feature does and which limits apply.',
    links: [
      { to: '/anedya-overview/', label: 'Platform overview' },
      { to: '/essentials/architecture/', label: 'Architecture' },
      { to: '/features/', label: 'All features' },
      { to: '/getting-started/#without-an-account', label: 'Try it in the sandbox' },
    ],
  },
];
