import { expect } from 'chai'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { Postrider } from '@postrider/core/postrider'
import { layerOf } from '../../architecture/core-order.js'
import { readImports } from '../../architecture/read-imports.js'
import { packageSources } from '../../architecture/source-files.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'

/** The purpose of an entry point. */
type Purpose =
  | 'the runner of operations'
  | 'recognizing callers'
  | 'signing in, and links in mails'
  | 'sending'
  | 'operators'
  | 'background'
  | 'the first set-up'
  | 'status'
  | 'reports of providers'
  | 'recipients'

/** Every entry point. A new one does not compile until its purpose is added here. */
const PURPOSES: Readonly<Record<keyof Postrider, Purpose>> = {
  runOperation: 'the runner of operations',
  runAgentOperation: 'the runner of operations',
  authenticate: 'recognizing callers',
  authenticatePerson: 'recognizing callers',
  authenticateAgent: 'recognizing callers',
  admitOperator: 'recognizing callers',
  operatorSessions: 'recognizing callers',
  personSessions: 'recognizing callers',
  ownSecondFactor: 'recognizing callers',
  watching: 'recognizing callers',
  agentTools: 'recognizing callers',
  takeAllowance: 'recognizing callers',
  paceWork: 'background',
  signIn: 'signing in, and links in mails',
  signOut: 'signing in, and links in mails',
  refreshSession: 'signing in, and links in mails',
  requestRecovery: 'signing in, and links in mails',
  checkRecovery: 'signing in, and links in mails',
  requestSignUp: 'signing in, and links in mails',
  showSignUp: 'signing in, and links in mails',
  signUp: 'signing in, and links in mails',
  resetPassword: 'signing in, and links in mails',
  showInvitation: 'signing in, and links in mails',
  acceptInvitation: 'signing in, and links in mails',
  showEnrolment: 'signing in, and links in mails',
  beginEnrolment: 'signing in, and links in mails',
  enrol: 'signing in, and links in mails',
  checkCredential: 'sending',
  acceptMessage: 'sending',
  inspectMessage: 'sending',
  inspectBatch: 'sending',
  inspectOtp: 'sending',
  dryRunMessage: 'sending',
  sendBatch: 'sending',
  sendOtp: 'sending',
  verifyOtp: 'sending',
  findMessage: 'sending',
  lookUpMessages: 'sending',
  readTestMessages: 'sending',
  listRecentMessages: 'sending',
  listEvents: 'sending',
  endWaits: 'sending',
  getBalance: 'sending',
  listUsage: 'sending',
  inspectFirstSetUp: 'the first set-up',
  firstSetUp: 'the first set-up',
  renewEnrolment: 'operators',
  createUser: 'operators',
  createSuperAdmin: 'operators',
  disableUserByCommand: 'operators',
  removeSecondFactorByCommand: 'operators',
  endSessionsByCommand: 'operators',
  enableUserByCommand: 'operators',
  verifyAudit: 'operators',
  claimSealingKey: 'operators',
  rotateKeys: 'operators',
  reconcile: 'operators',
  checkInstallationIdentity: 'background',
  beginRestoration: 'operators',
  resetFeed: 'operators',
  checkHeads: 'operators',
  signHeads: 'background',
  getLedgerKey: 'status',
  verifyLedger: 'operators',
  checkInvariants: 'operators',
  numberFeed: 'background',
  purgeFeed: 'background',
  numberEvents: 'background',
  sendMails: 'background',
  purgePeople: 'background',
  purgeCookieSessions: 'background',
  purgeBulks: 'background',
  runBulks: 'background',
  eraseRecipients: 'background',
  purgeAttachments: 'background',
  purgeBuckets: 'background',
  purgePrefixCounts: 'background',
  purgeResults: 'background',
  rollUpFlow: 'background',
  purgeFlow: 'background',
  purgeInbound: 'background',
  purgeUnreadable: 'background',
  purgeProviderTests: 'background',
  purgeTestMessages: 'background',
  indexRecipients: 'background',
  indexTickets: 'background',
  countUsage: 'background',
  reportLowBalances: 'background',
  reportExpiringCredentials: 'background',
  reportFailingWebhooks: 'background',
  purgeWebhookAttempts: 'background',
  readWebhookBacklog: 'status',
  readEventReceiver: 'status',
  dispatching: 'background',
  checkReadiness: 'status',
  readFigures: 'status',
  openCallback: 'reports of providers',
  readUnsubscribeLink: 'recipients',
  unsubscribe: 'recipients',
}

/** The core file of a module specifier, by path or by package. */
const coreFileOf = (path: string, specifier: string): string =>
  specifier.startsWith('.')
    ? new URL(specifier, `file:///${path}`).pathname.slice(1)
    : `${specifier.replace('@postrider/core', 'core/src')}.js`

describe('The entry points of the service', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('are these functions and groups, each with a documented purpose', () => {
    expect(Object.keys(http.postrider).sort()).to.deep.equal(Object.keys(PURPOSES).sort())
    const { operatorSessions, personSessions, ownSecondFactor, watching, agentTools, ...single } =
      http.postrider
    for (const group of [single, operatorSessions, personSessions, ownSecondFactor, watching, agentTools])
      for (const entry of Object.values(group)) expect(entry).to.be.a('function')
  })

  it('reach the operations of the registry only through the runner', () => {
    const runners = Object.entries(PURPOSES).filter(([, purpose]) => purpose === 'the runner of operations')
    expect(runners.map(([name]) => name)).to.deep.equal(['runOperation', 'runAgentOperation'])
    const { operatorSessions, personSessions, ownSecondFactor, watching, agentTools, ...single } =
      http.postrider
    const names = Object.keys({
      ...single,
      ...operatorSessions,
      ...personSessions,
      ...ownSecondFactor,
      ...watching,
      ...agentTools,
    })
    expect(Object.keys(OPERATIONS).filter((name) => names.includes(name))).to.deep.equal([])
  })

  it("are the only way in: only the runner has access to the operations' execution", () => {
    const carriesOut = (path: string): boolean =>
      /^core\/src\/(runner\/use-cases\/|[a-z]+\/operations\/|assembly\/implementations)/.test(path) &&
      layerOf(path.slice('core/src/'.length)) === 'use-cases'
    const outside = packageSources().filter(
      ({ path, text }) =>
        !/^(test\/|core\/src\/(runner\/|[a-z]+\/operations\/|assembly\/(implementations|registry)))/.test(
          path,
        ) && /(runner\/use-cases|operations)\/|implementations/.test(text),
    )
    const ways = outside.flatMap((file) =>
      readImports(file)
        .map((specifier) => coreFileOf(file.path, specifier))
        .filter(carriesOut)
        .map((imported) => [file.path, imported.slice('core/src/'.length)]),
    )
    expect(ways).to.deep.equal([
      // Only types are imported.
      ['core/src/assembly/people-use-cases.ts', 'runner/use-cases/decoded-call.js'],
      ['core/src/assembly/people-use-cases.ts', 'runner/use-cases/tools/agent-tools.js'],
      ['core/src/assembly/people-use-cases.ts', 'runner/use-cases/run-operation.js'],
      // A bulk runs each of its items with the runner, which is passed to it.
      ['core/src/bulk/use-cases/run-bulks.ts', 'runner/use-cases/run-operation.js'],
      ['core/src/postrider.ts', 'runner/use-cases/tools/agent-tools.js'],
      ['core/src/postrider.ts', 'runner/use-cases/run-agent-operation.js'],
      ['core/src/postrider.ts', 'runner/use-cases/callers.js'],
      ['core/src/postrider.ts', 'assembly/implementations.js'],
      ['core/src/postrider.ts', 'runner/use-cases/record-refusals.js'],
      ['core/src/postrider.ts', 'runner/use-cases/run-operation.js'],
      ['core/src/postrider.ts', 'runner/use-cases/watch-readings.js'],
      // The rules of provider accounts are the same for every caller.
      [
        'core/src/setup/use-cases/inspect-first-set-up.ts',
        'providers/operations/inspect-provider-account.js',
      ],
      // While there is no super admin, the first setup does what operations do, with an implementation that
      // is passed to it.
      ['core/src/setup/use-cases/set-up-stage.ts', 'runner/use-cases/implementation.js'],
    ])
  })
})
