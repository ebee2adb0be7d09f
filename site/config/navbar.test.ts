import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment';
import { navbarItems } from './navbar';

const env = readEnvironment({
  BLOG_URL: 'https://blog.example.org/',
  CONSOLE_URL: 'https://console.example.org/',
  REPOSITORY_URL: 'https://code.example.org/',
  CHAT_URL: 'https://chat.example.org/',
});
const items = navbarItems(env);

// docs/behavior.md, section 2, Navbar.
describe('navbarItems', () => {
  it('are on the left in the order of the specification', () => {
    expect(items.filter((item) => item.position === 'left')).toMatchObject([
      { type: 'doc', docId: 'whatisanedya', label: 'Reference' },
      { to: '/platform-api', label: 'Platform APIs' },
      { to: '/device', label: 'Device Integration' },
      { type: 'doc', docId: 'changelog', label: 'Changelog' },
      { href: env.BLOG_URL, label: 'Blogs', target: '_blank' },
    ]);
  });

  it('are on the right in the order of the specification', () => {
    expect(items.filter((item) => item.position === 'right')).toMatchObject([
      { href: env.CONSOLE_URL, label: 'Login' },
      { href: env.REPOSITORY_URL },
      { href: env.CHAT_URL },
    ]);
  });

  it('have accessible names', () => {
    expect(items.filter((item) => !item.label)).toEqual([]);
  });
});
