import type { Answer } from '../runner/outcome';

/** What the sandbox adds to an answer that did not work. */
export interface SandboxNote {
  /** In the answer's own words; nothing when the documents know the code. */
  readonly text: string | undefined;
  readonly hint: string;
}

function fieldOf({ json }: Answer, name: string): string {
  const fields: object = typeof json === 'object' && json !== null ? json : {};
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const hints: Readonly<Record<number, string>> = {
  502: 'The sandbox stopped while it handled this call. See what it holds, then send the call again.',
  503: 'The sandbox is away for now, and the call was not carried out. Send it again in a moment.',
  404: 'A call of yours may have deleted it, or nothing has made it yet. “Reset” fills the project anew.',
  413: 'This is a bound of the sandbox, not of the platform. Send less at once, or “Reset” the project to make room.',
  429: 'This is a bound of the sandbox, not of the platform. “Reset” the project to make room, or wait a moment.',
};

/** What to do in the sandbox about an answer, where it differs from the platform. */
export function sandboxNote(answer: Answer): SandboxNote | undefined {
  const isOwn = fieldOf(answer, 'reasonCode').startsWith('sandbox::');
  const hint = hints[answer.status];
  if (!isOwn && hint === undefined) return undefined;
  const text = isOwn ? fieldOf(answer, 'error') : undefined;
  return {
    text,
    hint: hint ?? 'This is a rule of the sandbox; the text above says what it needs.',
  };
}
