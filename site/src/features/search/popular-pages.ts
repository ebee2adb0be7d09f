/** Paths and titles of the pages that most readers need; a test compares them with the built pages. */
export const popularPages = [
  { path: '/getting-started/', title: 'Getting started' },
  { path: '/getting-started/project-setup/', title: 'Set up a project' },
  { path: '/getting-started/submitData/', title: 'Submit data' },
  { path: '/getting-started/sendcommands/', title: 'Send commands' },
  { path: '/device/mqtt-endpoints/', title: 'MQTT endpoints' },
  { path: '/essentials/concepts/', title: 'Concepts' },
] as const;
