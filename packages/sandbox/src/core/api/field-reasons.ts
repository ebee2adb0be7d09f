type Fault = 'length' | 'missing' | 'enum' | 'format' | 'range' | 'above';

/** A place in a body where a fault has a reason code of its own. */
interface Rule {
  /** Path of the field, indexes as `[]`. */
  readonly field: RegExp;
  /** What is wrong there; anything when left out. */
  readonly fault?: Fault;
  /** The first that the call documents is given. */
  readonly reasons: readonly string[];
}

const nodeId = ['node::invaliduuid', 'data::invalidnodeid', 'logs::invalidnodeid'];

/** Reason codes of faults that the schemas find (reference/platform-api.md, 2.9). */
const rules: readonly Rule[] = [
  { field: /^name$/, fault: 'missing', reasons: ['variable::namerequired'] },
  { field: /^variable$/, fault: 'missing', reasons: ['variable::variablerequired'] },
  { field: /^type$/, fault: 'missing', reasons: ['variable::typerequired'] },
  { field: /^(nodeid|nodes\[\])$/, fault: 'format', reasons: nodeId },
  { field: /^deviceid$/, fault: 'format', reasons: ['node::devicenotfound'] },
  { field: /^parentId$/, fault: 'format', reasons: ['node::invalidparentid'] },
  { field: /^(childNode|childNodes\[\]\.nodeId)$/, reasons: ['node::invalidchildid'] },
  { field: /^command$/, fault: 'length', reasons: ['cmd::cmdidtoolong'] },
  { field: /^order$/, fault: 'enum', reasons: ['data::invalidorder'] },
  { field: /^ttlSec$/, fault: 'range', reasons: ['fa::invalidexpiry'] },
  { field: /^type$/, fault: 'enum', reasons: ['cmd::unknowntype', 'vs::invalidtype'] },
  { field: /^expiry$/, reasons: ['cmd::invalidexpiry'] },
  { field: /^filter(\.(nodeId|status(\[\])?))?$/, reasons: ['cmd::invalidfilter'] },
  { field: /^namespace\.scope$/, reasons: ['vs::invalidscope'] },
  { field: /^namespace(\.id)?$/, reasons: ['vs::invalidns'] },
  { field: /^(key|value)$/, reasons: ['vs::invalidrequest'] },
  {
    field: /^config(\.aggregation(\.compute)?)?$/,
    fault: 'missing',
    reasons: ['aggregates::missingaggregationmethod'],
  },
  {
    field: /^config\.aggregation\.compute$/,
    reasons: ['aggregates::invalidaggregationmethod'],
  },
  { field: /^config\.interval\.measure$/, reasons: ['aggregates::invalidintervalmeasure'] },
  { field: /^config\.interval(\.interval)?$/, reasons: ['aggregates::invalidinterval'] },
  { field: /^config\.responseOptions\.timezone$/, reasons: ['aggregates::invalidtimezone'] },
  { field: /^config\.filter\.type$/, reasons: ['aggregates::invalidfiltertype'] },
  { field: /^(from|to)$/, reasons: ['aggregates::invalidtimerange', 'logs::invalidtimerange'] },
  { field: /^lastContactThreshold$/, fault: 'above', reasons: ['health::limitexceeded'] },
];

/** Keywords of JSON Schema by what they find; others are named as they are. */
const faults: Readonly<Record<string, readonly Fault[]>> = {
  required: ['missing'],
  // An empty text is none.
  minLength: ['missing'],
  maxLength: ['length'],
  enum: ['enum'],
  const: ['enum'],
  format: ['format'],
  // A number where a word or an id is due is no word of the list and no id.
  type: ['enum', 'format'],
  minimum: ['range'],
  maximum: ['range', 'above'],
};

/**
 * The reason code for a fault in a body.
 * @param field path with indexes as `[]`: `nodes[]`, `config.interval.measure`
 * @param keyword of JSON Schema that failed
 * @param documented codes of the call
 */
export function reasonOf(field: string, keyword: string, documented: ReadonlySet<string>): string {
  for (const rule of rules) {
    if (!rule.field.test(field)) continue;
    if (rule.fault !== undefined && !faults[keyword]?.includes(rule.fault)) continue;
    const reason = rule.reasons.find((code) => documented.has(code));
    if (reason !== undefined) return reason;
  }
  return 'generic::malformedrequest';
}
