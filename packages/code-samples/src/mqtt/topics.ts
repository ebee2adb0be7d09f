const PLACEHOLDER = '{deviceId}';

/** Replaces `{deviceId}` in a topic with `device`, and escapes the constant parts with `constant`. */
export function topicWith(
  topic: string,
  device: string,
  constant: (text: string) => string,
): string {
  return topic.split(PLACEHOLDER).map(constant).join(device);
}
