import { toHex } from '../../auth/keys.ts';
import type { Context } from '../../context.ts';
import type { Deps } from '../../deps.ts';

/** Context of the request that creates or resets a project. */
export type SeedContext = Pick<Context, 'tx' | 'projectId' | 'ids' | 'now'> & Pick<Deps, 'sha256'>;

const hour = 3_600_000;

interface DemoAsset {
  readonly identifier: string;
  readonly version: string;
  readonly description: string;
  readonly status: 'uploadpending' | 'deployable' | 'mergefailed';
  /** Contents of the parts; joined, they are the file. */
  readonly parts: readonly string[];
  /** Response of the upload of each part. */
  readonly etags?: readonly string[];
  /** Milliseconds since it was created. */
  readonly age: number;
}

const text = 'Demo firmware of the sandbox. It does nothing.\n';
const halves = [text.slice(0, 20), text.slice(20)] as const;

/** The file of the sample deployment. */
const deployed: DemoAsset = {
  identifier: 'main-firmware',
  version: '1.0.0',
  description: 'Demo file, rolled out',
  status: 'deployable',
  parts: [text],
  age: 3 * hour,
};

const others: readonly DemoAsset[] = [
  {
    identifier: 'radio-firmware',
    version: '2.0.0',
    status: 'uploadpending',
    description: 'Both parts are uploaded: complete the upload',
    parts: halves,
    age: 2 * hour,
    // The ETags are those of the operation's example.
    etags: ['EXAMPLE-ETAG-1', 'EXAMPLE-ETAG-2'],
  },
  {
    identifier: 'display-firmware',
    version: '0.9.0',
    status: 'mergefailed',
    description: 'A part was missing and is uploaded now: retry the merge',
    parts: halves,
    age: hour,
  },
  {
    identifier: 'main-firmware',
    version: '1.1.0',
    status: 'deployable',
    parts: [text],
    description: 'Demo file, not deployed',
    age: 0,
  },
];

async function seedAsset(context: SeedContext, asset: DemoAsset): Promise<string> {
  const { tx, projectId, ids, sha256, now } = context;
  const { identifier, version, description, status, age } = asset;
  const id = ids.uuid();
  const parts = asset.parts.map((part, index) => {
    const bytes = new TextEncoder().encode(part);
    const etag = asset.etags?.[index] ?? toHex(sha256(bytes));
    return { part: index + 1, size: bytes.length, etag, bytes };
  });
  const isWhole = status === 'deployable';
  const file = new TextEncoder().encode(asset.parts.join(''));
  const created = now - age;
  const completed = status === 'uploadpending' ? null : created;
  await tx
    .insertInto('assets')
    .values({
      project_id: projectId,
      id,
      identifier,
      version,
      description,
      status,
      created,
      completed,
      is_signed: 0,
      signature: '',
      meta: '{"model":"mk1"}',
      parts: parts.length,
      checksum: isWhole ? toHex(sha256(file)) : '',
      size: isWhole ? file.length : 0,
      etags: '{}',
      joining: status === 'mergefailed' ? created : null,
    })
    .execute();
  await tx
    .insertInto('asset_parts')
    .values(parts.map((part) => ({ project_id: projectId, asset_id: id, ...part })))
    .execute();
  return id;
}

/**
 * Creates an asset that is deployed, one that can be, one whose upload can be completed, and one whose parts can be merged
 * again.
 * @returns id of the first
 */
export async function seedAssets(context: SeedContext): Promise<string> {
  const id = await seedAsset(context, deployed);
  for (const asset of others) await seedAsset(context, asset);
  return id;
}
