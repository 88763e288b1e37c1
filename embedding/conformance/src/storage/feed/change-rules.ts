import type { TE } from '@postrider/core/fp'
import type { ChangeKind } from '@postrider/core/feed/domain/change'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'

/**
 * The effect of a method on the feed: it only reads, it adds changes of these kinds, or it adds none for the
 * given reason.
 */
export type ChangeRule =
  'reads' | { readonly leaves: readonly [ChangeKind, ...ChangeKind[]] } | { readonly leavesNone: string }

type Methods<P> = keyof { [M in keyof P as P[M] extends (...given: never[]) => unknown ? M : never]: unknown }
/** The methods that return a value as of an epoch: they only read, so they need no rule. */
type Readings<P> = keyof {
  [
    M in keyof P as P[M] extends (...given: never[]) => infer R
      ? R extends TE.TaskEither<unknown, AsOf<unknown>>
        ? M
        : never
      : never
  ]: unknown
}
type Parts<W> = keyof { [P in keyof W as Methods<W[P]> extends never ? never : P]: unknown }

/** One rule for each method that isn't a reading, or one for a whole part that adds nothing or is read-only. */
type RulesOf<W, P extends keyof W = Extract<Parts<W>, keyof W>> = {
  readonly [N in P]:
    | Exclude<ChangeRule, { leaves: unknown }>
    | { readonly [M in Exclude<Methods<W[N]>, Readings<W[N]>>]: ChangeRule }
}

const none = (leavesNone: string): ChangeRule => ({ leavesNone })
const NOT_SEEN = none('what is purged is nothing that anybody is shown any more')
const RECORDED = { leavesNone: 'whoever changes it leaves its audit event in the same unit' } as const
const NOT_FOLLOWED = {
  leavesNone: 'it is shown on nobody’s screen but as figures, which are read every few seconds',
} as const
const OF_THE_LIST = none(
  'when a message is looked at next is seen in its trace once that has come of something',
)
const OWN = {
  leavesNone: 'sessions, tokens and links are their owner’s, and read when they are shown',
} as const
const OF_USES = none('by the hour, for lists that are read when they are shown')
const EPOCH = none('the catalog’s epoch advances, which every page of the feed brings along')

/**
 * The effect of each storage port method on the feed. The kit doesn't compile without a rule for a new
 * method. Methods that add changes have a trial in `leaving.ts`.
 */
export const STORAGE_CHANGE_RULES: Omit<RulesOf<Storage>, 'feed'> = {
  acceptance: {
    accept: { leaves: ['message', 'account'] },
    inspect: 'reads',
    findAccepted: 'reads',
    purgeAccepted: NOT_SEEN,
  },
  accountHealth: {
    say: none('it is read every few seconds, and the catalog’s epoch advances where it matters to sends'),
    noteFaults: none('dispatchers read it every few seconds, and report the health that follows from it'),
    faults: 'reads',
  },
  activity: 'reads',
  balanceAlerts: 'reads',
  administration: {
    noteAgentUses: OF_USES,
  },
  approvals: 'reads',
  audit: 'reads',
  consent: 'reads',
  budgets: 'reads',
  erasures: {
    due: 'reads',
    eraseMessages: none('what is erased is no longer shown to those who read it again'),
    eraseInbound: none('what is erased is no longer shown to those who read it again'),
  },
  bulks: { due: 'reads', items: 'reads', purge: NOT_SEEN },
  catalog: {
    epoch: 'reads',
    changes: 'reads',
    app: 'reads',
    providerAccounts: 'reads',
    save: EPOCH,
  },
  deadLetters: { count: { leaves: ['deadLetter'] } },
  dispatch: {
    claim: { leaves: ['message'] },
    begin: { leaves: ['message'] },
    work: { leaves: ['message', 'account', 'receipt'] },
    suppressedSince: 'reads',
    suppressed: 'reads',
  },
  events: {
    number: none('it numbers what follows from changes that are in the feed already'),
    moves: 'reads',
    purge: NOT_SEEN,
  },
  webhooks: {
    claim: none('endpoints are leased, which nobody sees'),
    conclude: none('their health is read when it is shown'),
    messages: 'reads',
    notices: 'reads',
    backlog: 'reads',
    serveReceiver: none('endpoints of the event receiver are read when it is shown'),
    receiver: 'reads',
    purgeAttempts: NOT_SEEN,
  },
  evidence: 'reads',
  figures: 'reads',
  retention: {
    purge: { leavesNone: 'old rows are deleted, and screens show them as unknown' },
    purgedBefore: 'reads',
    figures: 'reads',
  },
  flow: {
    rollUp: none('it counts what is in the feed already, and overviews are read every few seconds'),
    read: 'reads',
    purge: NOT_SEEN,
  },
  health: { check: 'reads', time: 'reads', migrate: none('there is no feed before') },
  installation: {
    read: 'reads',
    checkIdentity: none('a database that it holds has another epoch of the feed'),
    countRestoreHeld: 'reads',
    hold: none('the feed has another epoch from then on'),
  },
  inbound: {
    recipientId: 'reads',
    dueReplies: 'reads',
    unattributedBy: 'reads',
    learnIds: none('no screen shows it'),
    purge: NOT_SEEN,
  },
  jobs: { leavesNone: 'they are the queue’s own' },
  keys: NOT_FOLLOWED,
  ledger: {
    accounts: 'reads',
    events: 'reads',
    status: 'reads',
    saveCheckpoint: { leaves: ['account'] },
  },
  limits: NOT_FOLLOWED,
  mails: NOT_FOLLOWED,
  operatorSessions: OWN,
  personSessions: OWN,
  otp: {
    work: none('a challenge’s state is shown to its app alone, and the conversion is a figure'),
    blocks: 'reads',
    purgeSlices: NOT_SEEN,
  },
  outbox: {
    takeDue: OF_THE_LIST,
    parked: 'reads',
    release: OF_THE_LIST,
    releaseDue: OF_THE_LIST,
    makeDue: OF_THE_LIST,
    makeDueNow: OF_THE_LIST,
    waitingSince: 'reads',
    count: 'reads',
  },
  overview: 'reads',
  people: {
    claimant: 'reads',
    superAdmin: 'reads',
    invitationBy: 'reads',
    enrolmentBy: 'reads',
    hasRecovery: 'reads',
    signUpBy: 'reads',
    purge: NOT_SEEN,
  },
  prices: 'reads',
  projections: 'reads',
  providerTests: { waiting: 'reads', ofAccounts: 'reads', purge: NOT_SEEN },
  receipts: {
    store: { leaves: ['receipt', 'inbound'] },
    match: 'reads',
    pending: 'reads',
    pendingInbound: 'reads',
    joinParts: { leaves: ['inbound'] },
    joinableTexts: 'reads',
    purgeParts: NOT_SEEN,
    pendingTemplates: 'reads',
    keepBlocks: none('no screen shows it'),
    waitingBlocks: 'reads',
    removeBlocks: none('no screen shows it'),
    purgeUnreadable: none('what was kept long enough goes, and nobody waits for that'),
  },
  reconciliation: 'reads',
  testMessages: {
    keep: none('the state of its message changes with the report that follows'),
    purge: NOT_SEEN,
  },
  search: {
    index: none('it makes found what is in the feed already'),
  },
  sessionTickets: OWN,
  ticketSearch: {
    index: none('the tickets that it indexes have left changes already'),
    waiting: 'reads',
  },
  support: {
    abandonedAttachments: 'reads',
    removeAttachments: NOT_SEEN,
  },
  switches: 'reads',
  templates: 'reads',
  tenancy: {
    noteUses: OF_USES,
    expiring: 'reads',
  },
  usage: {
    count: none('usage is read every few seconds by whoever looks at it'),
  },
  units: { transact: none('what it does is said of each of its parts'), purgeResults: NOT_SEEN },
}

/** The same for the parts of a unit of work. */
export const UNIT_CHANGE_RULES: Omit<RulesOf<UnitOfWork>, 'epoch'> = {
  webhookEndpoints: RECORDED,
  events: { leave: none('it leaves an event, which programs follow and no screen') },
  agentKeys: RECORDED,
  approvals: RECORDED,
  apps: RECORDED,
  attachments: RECORDED,
  audit: { lockHead: 'reads', append: { leaves: ['act'] } },
  balanceAlerts: RECORDED,
  billingProfiles: RECORDED,
  blockedDestinations: RECORDED,
  senderRules: RECORDED,
  numberPrefixes: RECORDED,
  consents: RECORDED,
  heldSenders: RECORDED,
  keywordReplies: { leavesNone: 'no screen shows a reply before it is accepted as a message' },
  recipientIds: { leavesNone: 'no screen shows which number belongs to an id' },
  brands: RECORDED,
  budgets: {
    find: 'reads',
    lock: 'reads',
    countOf: 'reads',
    save: { leaves: ['budget'] },
    remove: { leaves: ['budget'] },
  },
  erasures: RECORDED,
  bulks: {
    leavesNone:
      'its items leave the changes of their own units, and its beginning and end their audit events',
  },
  chats: RECORDED,
  configurations: RECORDED,
  credentials: RECORDED,
  enrolments: OWN,
  figures: { lock: 'reads', restore: { leaves: ['account'] } },
  inbound: { lock: 'reads', add: { leaves: ['inbound'] }, replace: { leaves: ['inbound'] } },
  testMessages: 'reads',
  invitations: RECORDED,
  keys: RECORDED,
  ledger: { lock: 'reads', post: { leaves: ['account'] } },
  ledgerHeads: NOT_FOLLOWED,
  mailJobs: NOT_FOLLOWED,
  members: RECORDED,
  messages: {
    gather: 'reads',
    settle: { leaves: ['message', 'account'] },
    lockFailing: 'reads',
    makeDue: { leaves: ['message'] },
  },
  operatorSessions: OWN,
  personSessions: OWN,
  organizations: RECORDED,
  prefixBlocks: { lock: 'reads', add: { leaves: ['prefixBlock'] }, replace: { leaves: ['prefixBlock'] } },
  prices: RECORDED,
  processingFailures: {
    lock: 'reads',
    add: { leaves: ['deadLetter'] },
    replace: { leaves: ['deadLetter'] },
  },
  projects: RECORDED,
  providerAccounts: RECORDED,
  providerTests: {
    leavesNone: 'whoever asks for a test reads it every second, until it is over',
  },
  receipts: { lock: 'reads', conclude: { leaves: ['receipt'] } },
  recoveries: OWN,
  restoration: {
    lock: 'reads',
    rights: 'reads',
    restoreHeld: 'reads',
    release: { leaves: ['message'] },
    endAccess: none('the hold ends in the same unit, and the feed has another epoch'),
    end: none('the feed has another epoch from then on'),
  },
  results: NOT_FOLLOWED,
  secondFactors: OWN,
  sessionTickets: OWN,
  sessions: OWN,
  signUps: OWN,
  starters: RECORDED,
  superAdmins: RECORDED,
  suppressions: RECORDED,
  optIns: RECORDED,
  templateDrafts: RECORDED,
  templateReports: {
    lock: 'reads',
    replace: none('what it changes leaves its own, in the same unit'),
  },
  templates: RECORDED,
  testGrants: RECORDED,
  throttles: OWN,
  tickets: RECORDED,
  users: RECORDED,
}
