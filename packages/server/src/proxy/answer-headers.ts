import { faults } from './faults.ts';

/** Headers of the platform's answers that readers get to see; never cookies, policies or anything of the connection. */
export const passedNames = [
  'content-type',
  'content-language',
  'content-length',
  'date',
  'retry-after',
];
const fieldValue = /^[\t\x20-\x7e]*$/;

export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Picks the headers of an answer that go back. One that is repeated or outside visible ASCII is left out.
 * @param headers names in lower case
 */
export function passedHeaders(headers: AnswerHeaders): Record<string, string> {
  return Object.fromEntries(
    passedNames.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && fieldValue.test(value) ? [[name, value]] : [];
    }),
  );
}

/**
 * Checks what can be told of an answer before its body.
 * @param answerBytes longest body
 * @throws ProxyFault `redirect_refused`, `answer_too_large`, or `upstream_broken` for a status that HTTP does not have and for
 * a content coding, since none was asked for
 */
export function checkAnswer(status: number, headers: AnswerHeaders, answerBytes: number): void {
  if (status >= 300 && status < 400) throw faults.redirectRefused();
  if (status < 200 || status > 599) throw faults.upstreamBroken();
  if (Number(headers['content-length'] ?? 0) > answerBytes) throw faults.answerTooLarge();
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') throw faults.upstreamBroken();
}
