import { describe, expect, it } from 'vitest';
import { bearer, type Project, type ProjectFile } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

describe('the file of a project, in a sandbox with lower limits', () => {
  const storage = {
    points: { project: 1000, total: 10_000 },
    bytes: { file: 1000, project: 1500, total: 10_000 },
  };
  const server = useHttpSandbox();
  const browser = useHttpSandbox(storage);
  let imported: Project;
  const importInto = async (change: (tables: ProjectFile['tables']) => void) => {
    const method = 'GET';
    const headers = bearer(server.project.apiKey);
    const { body } = await server.http.send('/projects/current/export', { method, headers });
    const file = body as ProjectFile;
    change(file.tables);
    const sent = await browser.http.send('/projects/import', { body: file });
    imported = sent.body as unknown as Project;
    return [sent.status, sent.body.reasonCode];
  };
  const addPoints = (count: number) => (tables: ProjectFile['tables']) => {
    const [node] = tables.nodes?.[1] ?? [];
    const used = (tables.points ?? []).length - 1;
    const added = Array.from({ length: count - used }, (_, at) => [
      node ?? '',
      'temperature',
      at,
      1,
      null,
    ]);
    tables.points = [...(tables.points ?? []), ...added];
    tables.point_counts = [['points'], [count]];
  };
  /** Sets the bytes of the first part of the first assets. */
  const setBytes =
    (count: number, assets = 1) =>
    (tables: ProjectFile['tables']) => {
      const first = (tables.asset_parts ?? []).filter(([, part]) => part === 1);
      for (const part of first.slice(0, assets)) {
        const [header = [], ...rows] = tables.assets ?? [];
        const asset = rows.find(([id]) => id === part[0]) ?? [];
        asset[header.indexOf('size')] = count;
        part[2] = count;
        part[4] = Buffer.alloc(count).toString('base64');
      }
    };

  it('is rejected with more points, or more bytes of files', async () => {
    expect(await importInto(addPoints(1001))).toEqual([429, 'sandbox::toomany']);
    expect(await importInto(setBytes(1001))).toEqual([413, 'sandbox::assettoolarge']);
    expect(await importInto(setBytes(1501))).toEqual([413, 'sandbox::assettoolarge']);
    expect(await importInto(setBytes(800, 2))).toEqual([413, 'sandbox::storagefull']);
    expect(await importInto(addPoints(1000))).toEqual([201, 'generic::ok']);
  });

  it('counts its points without a count in the file', async () => {
    const uncounted = (tables: ProjectFile['tables']) => {
      addPoints(1000)(tables);
      tables.point_counts = [['points']];
    };
    await server.http.send('/projects/reset', { headers: bearer(server.project.apiKey) });
    expect(await importInto(uncounted)).toEqual([201, 'generic::ok']);
    const { connectionKey } = imported.nodes[0];
    const data = [{ variable: 'temperature', value: 1, timestamp: 0 }];
    const { status, body } = await browser.http.device('/submitData', connectionKey, { data });
    expect([status, body.error]).toEqual([429, expect.stringContaining('at most 1000 points')]);
  });
});
