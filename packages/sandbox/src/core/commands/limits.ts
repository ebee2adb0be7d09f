const day = 86_400_000;

export const commandLimits = {
  /** UTF-8 bytes of the payload as sent, base64 text included (reference/platform-api.md, 2.10: 1 KB). */
  payload: 1024,
  /** UTF-8 bytes of `ackdata` (reference/device-api.md, 3.5: 1 kB, and base64 text counts as it is). */
  ackData: 1000,
  /** Characters of the name: the capacity of the C device library. The limit of the platform is unconfirmed. */
  name: 50,
  /** Milliseconds that a command can wait at most, and does when its sender names no expiry. */
  life: 7 * day,
  /** Milliseconds that a command is kept after it ended. */
  kept: 7 * day,
} as const;
