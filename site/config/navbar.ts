import type { NavbarItem } from '@docusaurus/theme-common';
import type { SiteEnvironment } from './environment';

/** Navbar (docs/behavior.md, section 2): documentation on the left, ways out on the right. */
export function navbarItems(env: SiteEnvironment): NavbarItem[] {
  return [
    {
      type: 'doc',
      docId: 'whatisanedya',
      label: 'Reference',
      position: 'left',
    },
    { to: '/platform-api', label: 'Platform APIs', position: 'left' },
    { to: '/device', label: 'Device Integration', position: 'left' },
    {
      type: 'doc',
      docId: 'changelog',
      label: 'Changelog',
      position: 'left',
    },
    {
      href: env.BLOG_URL,
      label: 'Blogs',
      position: 'left',
      target: '_blank',
      rel: 'noopener noreferrer',
    },
    { href: env.CONSOLE_URL, label: 'Login', position: 'right', className: 'navbar-login' },
    {
      href: env.REPOSITORY_URL,
      position: 'right',
      className: 'navbar-icon navbar-icon--repository',
      label: 'Source code',
    },
    {
      href: env.CHAT_URL,
      position: 'right',
      className: 'navbar-icon navbar-icon--chat',
      label: 'Community chat',
    },
  ];
}
