import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../codecs/flag.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { timestamp } from '../../codecs/identifiers.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, readRequest, readResult } from '../entries/request.js'
import { version } from '../fields/version.js'
import {
  configurationShape,
  legacySenderId,
  orderedAccounts,
  providerAccountId,
  providerAccountRequestFields,
  providerAccountShape,
  providerHealthShape,
  providerSecrets,
  senderRequest,
} from './shapes.js'
import { appId, organizationId } from '../fields/places.js'
import { reason } from '../fields/written-texts.js'

const ADMIN = {
  subject: 'Providers',
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.providers',
  whileSuspended: true,
  controls: [],
} as const

/** What only a person does, who has proved who he is. */
const INTERACTIVE = { ...ADMIN, audiences: ['adminConsole'], keyKinds: [] } as const

const SWITCH = {
  ...INTERACTIVE,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ providerAccountId, version, reason }, {}),
  result: mutationResult({ providerAccount: providerAccountShape }, {}),
} as const

/** Providers and who sends by them (docs/contract#service-configuration); secrets go in, and never come out. */
export const adminProviderOperations = {
  listProviderAccounts: {
    ...ADMIN,
    summary: 'List provider accounts',
    mutation: false,
    request: readRequest({}, {}),
    result: readResult({ providerAccounts: list(providerAccountShape) }, {}),
  },
  getProviderHealth: {
    ...ADMIN,
    summary: 'Read what became of the calls of providers lately',
    mutation: false,
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
      'The first time without `version`, then with the present one. Without `legacySenderId` it stays.',
    mutation: true,
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
      { version, legacySenderId },
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
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest(
      { ...providerAccountRequestFields, reason },
      { providerAccountId, version, secrets: providerSecrets },
    ),
    result: mutationResult({ providerAccount: providerAccountShape }, {}),
  },
  stopProviderAccount: {
    ...SWITCH,
    summary: 'Send nothing by a provider account any more',
    description: 'Messages go to the next mapped account; where every one is stopped they are cancelled.',
  },
  resumeProviderAccount: {
    ...SWITCH,
    summary: 'Send by a stopped provider account again',
    description: 'What was cancelled stays so.',
  },
} as const satisfies Record<string, Operation>
