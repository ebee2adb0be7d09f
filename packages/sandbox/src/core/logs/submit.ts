import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { utf8Length } from '../data/storable-text.ts';
import { submittedTime } from '../data/submitted-time.ts';
import { callingNode } from '../device/calling-node.ts';
import { checkText } from '../nodes/check-text.ts';
import { requireQuota } from '../require-quota.ts';

/** Bytes of one line (reference/device-api.md, 3.5); the schema can only count characters. */
const longestLine = 1024;

interface Line {
  /** Milliseconds; 0 for the time of the server. */
  readonly timestamp: number;
  readonly log: string;
}

function checkLine(log: string): void {
  checkText('log', log);
  const bytes = utf8Length(log);
  if (bytes <= longestLine) return;
  const text = `A log line has ${bytes} bytes; the most are ${longestLine}. Send it in parts.`;
  throw new CallError(413, 'generic::malformedrequest', text);
}

/**
 * Keeps the log lines of a device, all of them or, when one is rejected, none.
 * @throws CallError `generic::malformedrequest` for a line that is too long or that no store keeps, or a time in another unit
 */
export const submitLogs: Handler = async (context, body) => {
  const { tx, projectId, ids } = context;
  const nodeId = await callingNode(context);
  const lines = body.data as unknown as readonly Line[];
  if (lines.length === 0) return {};
  const rows = lines.map(({ timestamp, log }) => {
    checkLine(log);
    return {
      project_id: projectId,
      node_id: nodeId,
      id: ids.uuid(),
      timestamp: submittedTime(context, timestamp),
      body: JSON.stringify(log),
    };
  });
  await requireQuota(context, 'logs', rows.length);
  await tx.insertInto('logs').values(rows).execute();
  return {};
};
