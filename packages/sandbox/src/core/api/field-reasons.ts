type Violation = 'length' | 'missing' | 'enum' | 'format' | 'range' | 'above';

/** A field whose violation has its own reason code. */
interface Rule {
  /** Path of the field, indexes as `[]`. */
  readonly field: RegExp;
  /** What is wrong there; anything when left out. */
  readonly violation?: Violation;
  /** The first that the call documents is given. */
  readonly reasons: readonly string[];
}

const nodeId = ['node::invaliduuid', 'data::invalidnodeid', 'logs::invalidnodeid'];

/** Reason codes of violations that the schemas find (reference/platform-api.md, 2.9). */
const rules: readonly Rule[] = [
  { field: /^name$/, violation: 'missing', reasons: ['variable::namerequired'] },
  { field: /^variable$/, violation: 'missing', reasons: ['variable::variablerequired'] },
  { field: /^type$/, violation: 'missing', reasons: ['variable::typerequired'] },
  { field: /^(nodeid|nodes\[\])$/, violation: 'format', reasons: nodeId },
  { field: /^deviceid$/, violation: 'format', reasons: ['node::devicenotfound'] },
  { field: /^parentId$/, violation: 'format', reasons: ['node::invalidparentid'] },
  { field: /^(childNode|childNodes\[\]\.nodeId)$/, reasons: ['node::invalidchildid'] },
  { field: /^command$/, violation: 'length', reasons: ['cmd::cmdidtoolong'] },
  { field: /^order$/, violation: 'enum', reasons: ['data::invalidorder'] },
  { field: /^ttlSec$/, violation: 'range', reasons: ['fa::invalidexpiry'] },
  { field: /^type$/, violation: 'enum', reasons: ['cmd::unknowntype', 'vs::invalidtype'] },
  { field: /^expiry$/, reasons: ['cmd::invalidexpiry'] },
  { field: /^filter(\.(nodeId|status(\[\])?))?$/, reasons: ['cmd::invalidfilter'] },
  { field: /^namespace\.scope$/, reasons: ['vs::invalidscope'] },
  { field: /^namespace(\.id)?$/, reasons: ['vs::invalidns'] },
  { field: /^(key|value)$/, reasons: ['vs::invalidrequest'] },
  {
    field: /^config(\.aggregation(\.compute)?)?$/,
    violation: 'missing',
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
  { field: /^lastContactThreshold$/, violation: 'above', reasons: ['health::limitexceeded'] },
];

/** Keywords of JSON Schema by what they find; others are named as they are. */
const violations: Readonly<Record<string, readonly Violation[]>> = {
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
 * The reason code for a violation in a body.
 * @param field path with indexes as `[]`: `nodes[]`, `config.interval.measure`
 * @param keyword of JSON Schema that failed
 * @param documented codes of the call
 */
export function reasonOf(field: string, keyword: string, documented: ReadonlySet<string>): string {
  for (const rule of rules) {
    if (!rule.field.test(field)) continue;
    if (rule.violation !== undefined && !violations[keyword]?.includes(rule.violation)) continue;
    const reason = rule.reasons.find((code) => documented.has(code));
    if (reason !== undefined) return reason;
  }
  return 'generic::malformedrequest';
}
