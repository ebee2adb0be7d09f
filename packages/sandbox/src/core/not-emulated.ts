import { RequestError } from './errors.ts';

/** Something that the references mention and the sandbox does not do. */
interface NotEmulated {
  /** Path below the sandbox, or name of an event. */
  readonly name: string;
  /** What it is, in a sentence: "The sandbox does not …". */
  readonly what: string;
  readonly why: string;
  /** What to do instead. */
  readonly instead: string;
}

const frames = {
  why: 'Anedya does not document the frames of this event',
  instead: 'leave the event out of the stream',
};

/** Everything that gets 501 `sandbox::notemulated`. The README of the sandbox has the same table; a test compares them. */
export const notEmulated: readonly NotEmulated[] = [
  {
    name: '/device/v1/gateway/submitData',
    what: 'accept data of child nodes over HTTP',
    why: 'Anedya does not document a path for it',
    instead: 'publish to the MQTT topic gateway/submitdata/json',
  },
  { name: 'valuestore::delete', what: 'send deletions of values in streams', ...frames },
  { name: 'events::nodeevents', what: 'send events of nodes in streams', ...frames },
];

/** Returns the error for a path or event that the sandbox does not emulate, if it is one. */
export function unemulated(name: string): RequestError | undefined {
  const found = notEmulated.find((entry) => entry.name === name);
  if (!found) return undefined;
  const { what, why, instead } = found;
  const message = `The sandbox does not ${what}: ${why}. In the sandbox, ${instead}.`;
  return new RequestError(501, 'sandbox::notemulated', message);
}
