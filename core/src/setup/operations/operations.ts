import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  readRequest,
  readResult,
} from '../../runner/domain/entries/request.js'
import { appShape } from '../../tenancy/operations/apps/shapes.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { list } from '../../kernel/codecs/list.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { messageTemplateShape } from '../../templates/operations/shapes.js'
import {
  preparedChannels,
  productionChecklistFields,
  startChecklistFields,
  testCreditShape,
} from './shapes.js'

const WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  controls: [],
} as const

/** The way from an empty account to a first message, and from there to production (docs/contract#test-preparation). */
export const startOperations = operationsAbout('Start', {
  prepareTestApp: {
    ...WEBSITE,
    summary: 'Give an app of the test environment what it needs to send',
    description:
      'Senders and the account of the sandbox on each channel, once the play money that the platform gives, and copies of its starter templates. Repeated, it gives what is missing.',
    permission: 'apps.manage',
    mutation: true,
    effect: 'adds',
    quotas: ['templates'],
    whileSuspended: false,
    refusals: ['NotFound'],
    request: mutationRequest({ organizationId, appId }, {}),
    result: mutationResult(
      {
        app: appShape,
        channels: preparedChannels,
        templates: list(messageTemplateShape, { description: 'The copies that were made by this call.' }),
        testCredit: nullable(testCreditShape),
      },
      {},
    ),
  },
  getStartChecklist: {
    ...WEBSITE,
    summary: 'Show what is done on the way to the first message, and by which record',
    description:
      'Of the app that is named, or the first of the test environment. What the reader may not see of it is left out.',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    refusals: ['NotFound'],
    live: runAgain('act', 'message'),
    request: readRequest({ organizationId }, { appId }),
    result: readResult(startChecklistFields, {}),
  },
  getProductionChecklist: {
    ...WEBSITE,
    summary: 'Show what is missing to send in production, and who gives it',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    live: runAgain('act', 'account'),
    request: readRequest({ organizationId }, {}),
    result: readResult(productionChecklistFields, {}),
  },
} as const satisfies Entries)
