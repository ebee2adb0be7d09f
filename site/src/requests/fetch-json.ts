/** Fetches JSON. @throws Error when it is not available */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned HTTP ${response.status}`);
  return response.json();
}
