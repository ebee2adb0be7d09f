/** Words of a question that say nothing about what is looked for, and what an apostrophe cuts off: `node's`, `doesn't`. */
const stopWords = new Set(
  (
    'a about again all already also although always am an and another any anyone are aren as at be because been ' +
    'before best both but by can cannot choose could d did didn difference do does doesn don each either else ' +
    'ever every exactly few find for from get gets getting going had handle handled happen happening happens has ' +
    'have having he her him his how i idea if in instead into is isn it its itself just know let like ll long ' +
    'looking m make many may maybe me mean means meant mine more most much must my myself need needs never new no ' +
    'now of often old on one only or other others ought our own please possible re really right s same seem seems ' +
    'shall she should show shows since so some someone something still such support supported t tell than that ' +
    'the their them themselves then there these they thing things this those though to too try trying until us ' +
    'use used using ve versus very via vs want wants was wasn ways we were what when where whether which while who whose why ' +
    'will with won work works would wrong yet you your'
  ).split(' '),
);

export function isStopWord(term: string): boolean {
  return stopWords.has(term);
}
