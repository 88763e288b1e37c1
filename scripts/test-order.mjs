// The order of the test files: the longest start first, so that the run doesn't wait for one of them at its
// end.

/**
 * The approximate seconds of the longest test files, by path without `.test.js`.
 * `npm test -- --reporter-option times=FILE` writes the current ones.
 */
export const LONGEST = {
  'test/dist/crash/crash-points': 240,
  'test/dist/adapters/storage-sql/mysql-conformance': 230,
  'test/dist/web/console/console': 220,
  'test/dist/adapters/storage-postgres/conformance': 200,
  'test/dist/examples/outside/outside': 180,
  'bench/dist/campaigns/feed/feed': 120,
  'test/dist/readme/paste-readme': 115,
  'bench/dist/campaigns/tenants/neighbors': 110,
  'test/dist/model/model': 105,
  'bench/dist/campaigns/restore/restore': 100,
  'test/dist/servers/start-again': 95,
  'bench/dist/campaigns/skew/skew': 90,
  'test/dist/adapters/storage-sql/sqlite-conformance': 85,
  'bench/dist/campaigns/restart/restart': 80,
  'test/dist/hosts/cli/admin': 75,
  'bench/dist/campaigns/attacks/attacks': 70,
  'test/dist/hosts/cli/workers/workers': 65,
  'bench/dist/campaigns/kills/kills': 60,
  'test/dist/adapters/queue/conformance': 57,
  'bench/dist/campaigns/outage/outage': 55,
  'test/dist/adapters/storage-postgres/crash-points': 50,
  'bench/dist/campaigns/tenants/growth': 48,
  'test/dist/adapters/storage-sql/asserted-facts': 45,
  'bench/dist/campaigns/client/client': 44,
  'test/dist/hosts/demo/demo': 42,
  'bench/dist/campaigns/search/search': 40,
  'test/dist/hosts/cli/templates': 38,
  'test/dist/hosts/cli/agent-keys': 36,
  'bench/dist/campaigns/keep-alive/keep-alive': 35,
  'test/dist/crash/server-deaths': 34,
  'test/dist/adapters/storage-sql/mysql-engine': 32,
  'test/dist/adapters/storage-sql/bounded-takes': 31,
  'test/dist/adapters/storage-sql/carry-over': 30,
  'test/dist/adapters/storage-sql/meeting-database': 29,
  'test/dist/adapters/storage-postgres/postgres-engine': 26,
  'test/dist/adapters/held-settlement': 24,
  'test/dist/adapters/provider-sandbox/sandbox-journals': 23,
  'test/dist/adapters/several-servers': 21,
  'test/dist/hosts/dispatcher/dispatcher-host': 20,
  'test/dist/adapters/provider-sandbox/conformance': 19,
  'test/dist/adapters/queue-rabbitmq/rabbitmq-outage': 17,
  'test/dist/adapters/provider-http-sms/conformance': 17,
  'test/dist/adapters/storage-postgres/model': 15,
  'test/dist/embedding/embedded/open-postrider': 13,
  'test/dist/hosts/dispatcher/bounces/bounce-intake': 13,
  'test/dist/adapters/node/phone-numbers/same-as-library': 12,
  'test/dist/hosts/secrets/canaries': 11,
  'test/dist/embedding/embedded/adapter-mistakes': 11,
  'test/dist/core/ledger/use-cases/verification-pass': 10,
  'test/dist/hosts/set-up/first-set-up': 9,
  'test/dist/embedding/testing/open-test-postrider': 8,
  'test/dist/hosts/cli/workers/homes': 8,
  'test/dist/hosts/set-up/enrolment': 7,
}

const secondsOf = (file) => LONGEST[file.replace(/\.test\.js$/, '')] ?? 0

/** Sorts files: the longest first, the others in their given order. */
export const longestFirst = (files) => files.toSorted((one, other) => secondsOf(other) - secondsOf(one))
