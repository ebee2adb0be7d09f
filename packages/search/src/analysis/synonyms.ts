import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';

/** Words that mean the same here: whoever types one also finds the others. */
const both: readonly (readonly string[])[] = [
  ['ota', 'over the air', 'firmware update'],
  ['value store', 'valuestore', 'key value'],
  ['heartbeat', 'keepalive', 'keep alive'],
  ['uuid', 'guid'],
  ['http', 'https'],
  ['config', 'configuration'],
  ['auth', 'authentication'],
  ['websocket', 'web socket', 'wss'],
  ['signature', 'hmac'],
  ['rule', 'trigger'],
  ['longitude', 'lng', 'long'],
  ['latitude', 'lat'],
  ['id', 'identifier'],
];

/** Words readers bring along, and what this documentation says; not the other way round. */
const toOurs: Readonly<Record<string, readonly string[]>> = {
  telemetry: ['data', 'datapoint'],
  measurement: ['data', 'datapoint'],
  reading: ['data', 'datapoint'],
  metric: ['variable'],
  sensor: ['variable', 'device'],
  history: ['historical'],
  last: ['latest'],
  current: ['latest'],
  newest: ['latest'],
  recent: ['latest'],
  config: ['value store'],
  configuration: ['value store'],
  setting: ['value store'],
  ping: ['heartbeat'],
  alive: ['heartbeat'],
  online: ['heartbeat'],
  liveness: ['heartbeat'],
  device: ['node'],
  'device twin': ['node'],
  'device shadow': ['node', 'value store'],
  twin: ['node'],
  shadow: ['node', 'value store'],
  thing: ['node', 'device'],
  board: ['device', 'hardware'],
  microcontroller: ['device', 'hardware'],
  mcu: ['device', 'hardware'],
  firmware: ['ota', 'asset'],
  rollout: ['deployment'],
  release: ['deployment', 'changelog'],
  binary: ['asset'],
  image: ['asset'],
  upgrade: ['update'],
  patch: ['update'],
  fetch: ['get'],
  read: ['get'],
  retrieve: ['get'],
  query: ['get'],
  write: ['set'],
  store: ['set'],
  save: ['set'],
  publish: ['submit'],
  upload: ['submit'],
  post: ['submit'],
  add: ['create'],
  register: ['create', 'bind', 'authorize'],
  provision: ['create', 'bind', 'authorize'],
  provisioning: ['bind', 'authorize'],
  onboard: ['bind', 'authorize'],
  pair: ['bind'],
  claim: ['bind'],
  remove: ['delete'],
  erase: ['delete'],
  rename: ['update'],
  edit: ['update'],
  modify: ['update'],
  change: ['update'],
  cancel: ['invalidate', 'abort'],
  stop: ['abort'],
  enumerate: ['list'],
  iterate: ['scan', 'list'],
  jwt: ['access token'],
  bearer: ['access token'],
  password: ['connection key'],
  credential: ['connection key', 'api key', 'access token'],
  secret: ['connection key', 'api key'],
  permission: ['access policy', 'policy'],
  acl: ['access policy', 'access control'],
  role: ['access policy'],
  login: ['authentication'],
  clock: ['time'],
  ntp: ['time'],
  average: ['aggregate'],
  mean: ['aggregate'],
  statistics: ['aggregate'],
  rpc: ['command'],
  downlink: ['command'],
  callback: ['webhook'],
  notification: ['event', 'webhook'],
  alert: ['event', 'rule'],
  alarm: ['event', 'rule'],
  quota: ['limit'],
  fault: ['error'],
  exception: ['error'],
  broker: ['mqtt'],
  certificate: ['ca'],
  ssl: ['tls'],
  esp32: ['esp idf'],
  tutorial: ['getting started'],
  quickstart: ['getting started'],
};

/** What may stand in place of a word or a phrase. */
export interface Synonym {
  readonly words: readonly string[];
  /** It means the same, and does not just lead to the same pages. */
  readonly same: boolean;
}

/** Key of a phrase: its words without endings, stop words and order. */
export function synonymKey(words: readonly string[]): string {
  const kept = words.filter((word) => !isStopWord(word));
  return (kept.length > 0 ? kept : words).map(stem).sort().join(' ');
}

function entries(): [string, string, boolean][] {
  const same = both.flatMap((group) =>
    group.flatMap((from) => group.filter((to) => to !== from).map((to) => [from, to] as const)),
  );
  const ours = Object.entries(toOurs).flatMap(([from, all]) =>
    all.map((to) => [from, to] as const),
  );
  return [
    ...same.map(([from, to]): [string, string, boolean] => [from, to, true]),
    ...ours.map(([from, to]): [string, string, boolean] => [from, to, false]),
  ];
}

/** Words a synonym has at most, stop words left out. */
export const longestSynonym = 2;

const byKey = (() => {
  const map = new Map<string, Synonym[]>();
  for (const [from, to, same] of entries()) {
    const key = synonymKey(from.split(' '));
    map.set(key, [...(map.get(key) ?? []), { words: to.split(' '), same }]);
  }
  return map;
})();

export function synonymsOf(words: readonly string[]): readonly Synonym[] {
  return byKey.get(synonymKey(words)) ?? [];
}
