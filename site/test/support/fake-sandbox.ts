import { describedProject, json, type Asked } from './browser';

/** The modules of a page, loaded for one test. */
export const loadProject = async () => ({
  ...(await import('../../src/features/sandbox-project/project')),
  ...(await import('../../src/features/sandbox-project/project-state')),
});

export const ended = () => json({ success: false, error: 'unknown key', errorcode: 1 }, 401);

/** A sandbox that creates projects `p1`, `p2`, … with keys `k1`, `k2`, …, and rejects the keys of expired ones. */
export function sandbox() {
  let made = 0;
  const alive = new Set<string>();
  const respond = ({ method, url, key = '' }: Asked) => {
    const path = new URL(url).pathname;
    if (method === 'POST' && path === '/sandbox/projects') {
      made += 1;
      alive.add(`k${made}`);
      return json(describedProject({ projectId: `p${made}`, apiKey: `k${made}` }), 201);
    }
    if (!alive.has(key)) return ended();
    if (method === 'DELETE') alive.delete(key);
    const newDeviceId = path.endsWith('/reset') ? 'after-reset' : 'read-again';
    return json(describedProject({ projectId: `p${key.slice(1)}`, newDeviceId }));
  };
  return { respond, alive };
}
