/**
 * Pages are in American English, like the APIs: `authorize`, `Authorization`, `unauthorized`. The dictionary reports most
 * British forms as errors, but accepts these.
 */
export const american: Readonly<Record<string, string>> = {
  afterwards: 'afterward',
  cancelled: 'canceled',
  cancelling: 'canceling',
  catalogue: 'catalog',
  centre: 'center',
  dialogue: 'dialog',
  enrol: 'enroll',
  fulfil: 'fulfill',
  grey: 'gray',
  judgement: 'judgment',
  labelled: 'labeled',
  labelling: 'labeling',
  learnt: 'learned',
  metre: 'meter',
  modelled: 'modeled',
  modelling: 'modeling',
  programme: 'program',
  signalled: 'signaled',
  towards: 'toward',
  whilst: 'while',
};
