import path from 'node:path';
import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { readOperationSidebar } from './content/api-reference/sidebar';

const docs = path.join(__dirname, 'docs');

/**
 * The three sidebars (docs/behavior.md, section 2). `features/events/webhookaction` is in none of them.
 * The operation groups of the two API sidebars follow the tags of the OpenAPI documents.
 */
const sidebars: SidebarsConfig = {
  tutorialSidebar: [
    'whatisanedya',
    'anedya-overview',
    {
      type: 'category',
      label: 'Getting started',
      link: { type: 'doc', id: 'getting-started/index' },
      collapsed: false,
      items: [
        'getting-started/project-setup',
        'getting-started/submitData',
        'getting-started/sendcommands',
      ],
    },
    {
      type: 'category',
      label: 'Essentials',
      link: { type: 'doc', id: 'essentials/index' },
      collapsed: false,
      items: ['essentials/architecture', 'essentials/concepts', 'essentials/hardware-checklist'],
    },
    {
      type: 'category',
      label: 'Features',
      link: { type: 'doc', id: 'features/index' },
      collapsed: false,
      items: [
        'features/valuestore/valuestore-intro',
        'features/commands/commands-intro',
        {
          type: 'category',
          label: 'Access tokens',
          link: { type: 'doc', id: 'features/access-tokens/index' },
          items: [
            'features/access-tokens/whataretokens',
            'features/access-tokens/accesscontrol',
            'features/access-tokens/accesspolicy',
            'features/access-tokens/authentication',
          ],
        },
        {
          type: 'category',
          label: 'Events and rules',
          link: { type: 'doc', id: 'features/events/index' },
          items: ['features/events/rule-pattern'],
        },
        'features/heartbeat',
        'features/logs',
        {
          type: 'category',
          label: 'OTA updates',
          link: { type: 'doc', id: 'features/ota/index' },
          items: ['features/ota/ota-anedya', 'features/ota/ota-hardware'],
        },
      ],
    },
    'changelog',
  ],
  platformSidebar: [
    {
      type: 'category',
      label: 'Platform API',
      link: { type: 'doc', id: 'platform-api/index' },
      collapsed: false,
      items: ['platform-api/anedya-platform-apis', ...readOperationSidebar('platform', docs)],
    },
  ],
  deviceSidebar: [
    'device/index',
    'device/mqtt-endpoints',
    {
      type: 'category',
      label: 'Device API',
      link: { type: 'doc', id: 'device/api/index' },
      collapsed: false,
      items: ['device/api/device-apis', ...readOperationSidebar('device', docs)],
    },
  ],
};

export default sidebars;
