import type { Call } from './call';

/**
 * Fetches what the request runner knows of a call (`plugins/api-reference/call-data.ts`).
 * @throws Error when it cannot be had
 */
export async function loadCall(address: string): Promise<Call> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return (await response.json()) as Call;
}
