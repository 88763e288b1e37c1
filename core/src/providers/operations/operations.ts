import { CHANNEL_NAMES } from '../../channels/channels.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { appShape } from '../../tenancy/operations/apps/shapes.js'
import { runAgainForAll, runAgainInTime } from '../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../runner/domain/entries/request.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import {
  accountRouting,
  blockedDestinationShape,
  breakerPrefix,
  configurationShape,
  blockedPrefix,
  callbackUntil,
  callbackUrl,
  legacySenderId,
  orderedAccounts,
  prefixBlockShape,
  providerAccountId,
  providerAccountOptionalFields,
  providerAccountRequestFields,
  providerAccountShape,
  providerHealthShape,
  providerSecrets,
  senderRequest,
  unreadableCallbackShape,
} from './shapes.js'
import { identifiersRequest } from '../../templates/operations/shapes.js'
import { providerKindShape } from './kind-shapes.js'
import { providerTestShape, testChannel, testId, testRecipient } from './test-shapes.js'
import {
  stoppedShape,
  switchName,
  switchPreviewExtras,
  switchPreviewFields,
  switchTarget,
  targetKind,
} from './switch-shapes.js'

const ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  controls: [],
} as const

/** What only a person with a proved identity does. */
const INTERACTIVE = { ...ADMIN, audiences: ['adminConsole'], keyKinds: [] } as const

const SWITCH = {
  ...INTERACTIVE,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ providerAccountId, version, reason }, {}),
  result: mutationResult({ providerAccount: providerAccountShape }, {}),
} as const

/** What stops messages at once, and takes it back: for people alone (docs/contract#kill-switches). */
const BREAK_GLASS = {
  ...INTERACTIVE,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
} as const

const APP = {
  ...BREAK_GLASS,
  request: mutationRequest({ appId, reason }, {}),
  result: mutationResult({ app: appShape }, {}),
} as const

const DESTINATION = {
  ...BREAK_GLASS,
  request: mutationRequest({ prefix: blockedPrefix, reason }, {}),
  result: mutationResult({ destination: blockedDestinationShape }, {}),
} as const

/**
 * Providers and who sends by them (docs/contract#service-configuration), and what stops messages at once
 * (docs/contract#kill-switches); secrets go in, and never come out.
 */
export const providerOperations = operationsAbout('Providers', {
  listProviderKinds: {
    ...ADMIN,
    summary: 'List the kinds of providers, and what their accounts are told',
    mutation: false,
    effect: 'reads',
    request: readRequest({}, {}),
    result: readResult({ providerKinds: list(providerKindShape) }, {}),
  },
  listProviderAccounts: {
    ...ADMIN,
    summary: 'List provider accounts',
    mutation: false,
    effect: 'reads',
    live: runAgainForAll('act'),
    request: readRequest({}, {}),
    result: readResult({ providerAccounts: list(providerAccountShape) }, {}),
  },
  getProviderHealth: {
    ...ADMIN,
    summary: 'Read how provider accounts stand, and what became of their calls lately',
    mutation: false,
    effect: 'reads',
    live: runAgainInTime('message', 'act'),
    request: readRequest({}, {}),
    result: readResult(
      {
        since: timestamp('Calls that began then or later: the last hour.'),
        isSample: flag({ description: 'True where only the calls for the newest messages were counted.' }),
        providers: list(providerHealthShape),
      },
      {},
    ),
  },
  setAppServiceConfiguration: {
    ...ADMIN,
    summary: "Set an app's sender and providers for a channel",
    description:
      'The first time without `version`, then with the present one. Without `legacySenderId` or `routing` they stay; null takes them away.',
    mutation: true,
    effect: 'changes',
    stepUp: true,
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        organizationId,
        appId,
        channel: literalUnion(CHANNEL_NAMES),
        sender: senderRequest,
        providerAccountIds: orderedAccounts,
        reason,
      },
      { version, legacySenderId, routing: nullable(accountRouting) },
    ),
    result: mutationResult({ configuration: configurationShape }, {}),
  },
  saveProviderAccount: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Make a provider account, or change one',
    description:
      'A change names the account and its present `version`; its kind stays. Without `secrets` they stay as they are; a new account without them has none.',
    mutation: true,
    effect: 'changes',
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest(
      { ...providerAccountRequestFields, reason },
      { providerAccountId, version, secrets: providerSecrets, ...providerAccountOptionalFields },
    ),
    result: mutationResult({ providerAccount: providerAccountShape }, {}),
  },
  rotateCallbackToken: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Give a provider account another address for its callbacks',
    description:
      'The address before is taken for another day; one before that ends at once. Where a vendor is told the address by hand, tell it the new one within that day.',
    mutation: true,
    effect: 'ends',
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest({ providerAccountId, version, reason }, {}),
    result: mutationResult(
      { providerAccount: providerAccountShape, callbackUrl, previousUntil: callbackUntil },
      {},
    ),
  },
  listUnreadableCallbacks: {
    ...INTERACTIVE,
    summary: 'List what providers told that nobody understood',
    description: 'Newest first; kept for thirty days. The same again is there once.',
    mutation: false,
    effect: 'reads',
    live: runAgainForAll('receipt'),
    request: pageRequest({}, {}),
    result: pageResult({ callbacks: list(unreadableCallbackShape) }),
  },
  testProviderAccount: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Send a test through a provider account',
    description:
      'One fixed text, by a dispatcher’s own session, outside any tenant and its money; at most ten a day and account. No dispatcher sends it after ten seconds.',
    mutation: true,
    effect: 'adds',
    quotas: ['providerTests'],
    controls: ['reason'],
    refusals: ['NotFound', 'DestinationNotAllowed', 'TooManyRequests'],
    request: mutationRequest(
      { providerAccountId, channel: testChannel, to: testRecipient, sender: senderRequest, reason },
      { registration: identifiersRequest },
    ),
    result: mutationResult({ test: providerTestShape }, {}),
  },
  getProviderTest: {
    ...INTERACTIVE,
    summary: 'Read how far a test of a provider account has come, and what was said on the wire',
    description: 'Kept for thirty days; without secrets, texts and the recipient.',
    mutation: false,
    effect: 'reads',
    refusals: ['NotFound'],
    request: readRequest({ testId }, {}),
    result: readResult({ test: providerTestShape }, {}),
  },
  previewSwitch: {
    ...INTERACTIVE,
    summary: 'Show what a kill switch would hit',
    description:
      'For whoever may throw it: what waits and would be cancelled, held or go elsewhere, what was accepted lately and would be refused, and whose it is. It looks at a bounded number of messages, and says where a figure is at least so high.',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    refusals: ['NotFound', 'PermissionDenied'],
    request: readRequest({ operation: switchName, target: switchTarget }, {}),
    result: readResult(switchPreviewFields, switchPreviewExtras),
  },
  listStopped: {
    ...INTERACTIVE,
    summary: 'List what is stopped',
    description:
      'Suspended Organizations, stopped provider accounts and apps, and blocked destinations, of the kinds that the caller may resume; each with who stopped it, when and why, where the audit log says so.',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    refusals: ['PermissionDenied'],
    live: runAgainForAll('act'),
    request: pageRequest({}, { kind: targetKind }),
    result: pageResult({ stopped: list(stoppedShape) }),
  },
  stopProviderAccount: {
    ...SWITCH,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    summary: 'Send nothing by a provider account any more',
    description: 'Messages go to the next mapped account; where every one is stopped they are cancelled.',
  },
  resumeProviderAccount: {
    ...SWITCH,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    summary: 'Send by a stopped provider account again',
    description: 'What was cancelled stays so.',
  },
  stopApp: {
    ...APP,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    summary: 'Stop an app',
    description: 'Its sends are refused, and what no provider has taken yet is cancelled.',
  },
  resumeApp: {
    ...APP,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    summary: 'Let a stopped app send again',
    description: 'What was cancelled stays so.',
  },
  blockDestination: {
    ...DESTINATION,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    summary: 'Send nothing to numbers that begin so',
    description: 'Sends to them are refused, and what no provider has taken yet is cancelled.',
  },
  unblockDestination: {
    ...DESTINATION,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    summary: 'Send to numbers that begin so again',
    description: 'What was cancelled stays so.',
  },
  listPrefixBlocks: {
    ...BREAK_GLASS,
    summary: 'List what the toll-fraud breaker blocks',
    description: 'Newest first.',
    mutation: false,
    effect: 'reads',
    controls: [],
    refusals: [],
    live: runAgainForAll('prefixBlock', 'act'),
    request: readRequest({ limit: defaulted(integer({ min: 1, max: 100 }), 100) }, {}),
    result: readResult({ prefixBlocks: list(prefixBlockShape) }, {}),
  },
  liftPrefixBlock: {
    ...BREAK_GLASS,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    summary: 'Lift a block of the toll-fraud breaker',
    description: 'What was sent before counts no more.',
    request: mutationRequest({ appId, prefix: breakerPrefix, reason }, {}),
    result: mutationResult({ prefixBlock: prefixBlockShape }, {}),
  },
} as const satisfies Entries)
