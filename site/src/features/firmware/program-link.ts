/** Start of the fragment of a link with a program. Every page with a simulated device loads this module. */
export const programPrefix = '#program=';

/** Whether the fragment of an address is that of a link with a program. */
export const isProgramLink = (fragment: string): boolean => fragment.startsWith(programPrefix);
