/** Words of a question that say nothing about what is looked for. */
const stopWords = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does each every for from get gets getting had has have how i ' +
    'if in into is it its just may me my no of on only or our please shall should so some than that the their them then there ' +
    'these they this those to use used using want was we were what when where which who why will with would you your ' +
    'always anyone best cannot choose difference find happen happens handle handled having know long make many much must need needs never often one own possible right someone something support supported thing things try ways work works wrong yet'
  ).split(' '),
);

export function isStopWord(term: string): boolean {
  return stopWords.has(term);
}
