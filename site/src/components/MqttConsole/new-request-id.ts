/** A `reqId` that no other request of this tab has, nor one of another tab with the same device: `web-9f3a-1`. */
let count = 0;
let tab: string | undefined;

export function newRequestId(): string {
  tab ??= crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16).padStart(4, '0') ?? '';
  count += 1;
  return `web-${tab}-${count}`;
}
