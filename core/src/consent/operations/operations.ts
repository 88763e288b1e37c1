import { defaulted } from '../../kernel/codecs/defaulted.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgain, runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import {
  ownSuppressionShape,
  recipientText as to,
  suppressionId,
  suppressionScope,
  suppressionShape,
  suppressionSource,
} from './shapes.js'

const OPERATORS = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.messages',
  whileSuspended: true,
} as const

/** To whom Organizations send nothing, or nothing promotional (docs/contract#suppressions). */
export const suppressionOperations = operationsAbout('Suppressions', {
  listSuppressions: {
    ...OPERATORS,
    summary: 'List to whom an Organization sends nothing, or nothing promotional',
    description: 'Newest first; recipients are masked. With `to` those of one recipient.',
    mutation: false,
    effect: 'reads',
    controls: [],
    refusals: ['NotFound'],
    live: runAgainForAll('act'),
    request: pageRequest({ organizationId }, { to }),
    result: pageResult({ suppressions: list(suppressionShape) }),
  },
  listOrganizationSuppressions: {
    audiences: ['customerWebsite'],
    keyKinds: [],
    tenant: 'organizationId',
    permission: 'messages.read',
    whileSuspended: true,
    summary: 'List to whom the Organization sends nothing, or nothing promotional',
    description:
      'Newest first; recipients are masked. With `to` those of one recipient. `endedBy` says who can end one.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgain('act'),
    request: pageRequest({ organizationId }, { to }),
    result: pageResult({ suppressions: list(ownSuppressionShape) }),
  },
  suppress: {
    ...OPERATORS,
    summary: 'Send nothing more to somebody, or nothing promotional',
    description: 'One of each source; one that stopped what is promotional alone can be made to stop all.',
    mutation: true,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        organizationId,
        to,
        source: defaulted(suppressionSource, 'operator'),
        scope: defaulted(suppressionScope, 'all'),
        reason,
      },
      {},
    ),
    result: mutationResult({ suppression: suppressionShape }, {}),
  },
  unsuppress: {
    ...OPERATORS,
    audiences: ['adminConsole'],
    keyKinds: [],
    summary: 'Take a suppression back',
    description: 'Others of the same recipient stay.',
    mutation: true,
    effect: 'changes',
    noStepUp: NO_STEP_UP.SWITCHES,
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest({ suppressionId, reason }, {}),
    result: mutationResult({ suppression: suppressionShape }, {}),
  },
} as const satisfies Entries)
