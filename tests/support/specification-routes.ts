/** Every route of the docs/behavior.md, section 2, listed manually: nothing is derived from the site. */

const below = (folder: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}${name}/`);

export const rootRoutes = ['/', '/search/', '/anedya-overview/', '/changelog/'];

export const deviceRoutes = [
  '/device/',
  '/device/mqtt-endpoints/',
  '/device/api/',
  ...below(
    '/device/api/',
    `binddevice check commands-get-details commands-list commands-next commands-update-status
     device-apis http-time-sync logs-submit-logs submitdata v-1-ota-current v-1-ota-next
     v-1-ota-status-update valuestore-delete valuestore-get-value valuestore-scan
     valuestore-set-value`,
  ),
];

export const essentialsRoutes = [
  '/essentials/',
  ...below('/essentials/', 'architecture concepts hardware-checklist'),
];

export const featuresRoutes = [
  '/features/',
  '/features/access-tokens/',
  ...below('/features/access-tokens/', 'accesscontrol accesspolicy authentication whataretokens'),
  '/features/commands/commands-intro/',
  '/features/events/',
  ...below('/features/events/', 'rule-pattern webhookaction'),
  '/features/heartbeat/',
  '/features/logs/',
  '/features/ota/',
  ...below('/features/ota/', 'ota-anedya ota-hardware'),
  '/features/valuestore/valuestore-intro/',
];

export const gettingStartedRoutes = [
  '/getting-started/',
  ...below('/getting-started/', 'project-setup sendcommands submitData'),
];

/** Without `valuestore-set-value`, which the specification excludes explicitly. */
export const platformRoutes = [
  '/platform-api/',
  ...below(
    '/platform-api/',
    `access-token-create access-token-revoke anedya-platform-apis assets-create assets-delete
     assets-get assets-list assets-list-versions assets-retry command-invalidate command-list
     command-status commands-send data-get-data deployment-abort deployments-analyze
     deployments-create deployments-list logs-getlogs node-authorize node-create node-delete
     node-details node-get-connection-key node-list node-update post-aggregates-variable-by-time
     post-assets-complete-upload valuestore-create-value valuestore-delete valuestore-get-value
     valuestore-scan variable-create variables-delete variables-latest variables-list
     variables-snapshot`,
  ),
];

export const routes: readonly string[] = [
  ...rootRoutes,
  ...deviceRoutes,
  ...essentialsRoutes,
  ...featuresRoutes,
  ...gettingStartedRoutes,
  ...platformRoutes,
];

/** The only document without a sidebar. */
export const unlisted = '/features/events/webhookaction/';

const overviews =
  /\/(?:platform-api|api|anedya-platform-apis|device-apis|device|mqtt-endpoints)\/$/;

/** Pages of the 52 operations. */
export const operationRoutes = [...deviceRoutes, ...platformRoutes].filter(
  (route) => !overviews.test(route),
);

const groupSize = 13;

/** The routes of an API's operations, in groups for tests that open many pages. */
const groupsOf = (apiRoutes: readonly string[]) => {
  const operations = apiRoutes.filter((route) => !overviews.test(route));
  return Array.from({ length: Math.ceil(operations.length / groupSize) }, (_, index) =>
    operations.slice(index * groupSize, (index + 1) * groupSize),
  );
};

/** The routes of all operations in groups, each of one API. */
export const operationGroups = [...groupsOf(deviceRoutes), ...groupsOf(platformRoutes)];
