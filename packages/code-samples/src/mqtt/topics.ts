const PLACEHOLDER = '{deviceId}';

/** A topic with `device` instead of `{deviceId}` and its constant parts as `constant` writes them. */
export function topicWith(
  topic: string,
  device: string,
  constant: (text: string) => string,
): string {
  return topic.split(PLACEHOLDER).map(constant).join(device);
}
