import { anyObject } from '../../kernel/codecs/any-object.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { runAgain, runAgainForAll } from '../../runner/domain/entries/live-readings.js'
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
import { priceFields } from '../../runner/domain/fields/prices.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { name, reason } from '../../runner/domain/fields/written-texts.js'
import {
  contentRequest,
  draftId,
  draftPreviewFields,
  draftShape,
  draftStatusShape,
  draftVersion,
  enteredAt,
  enteredRequest,
  faultyVariable,
  messageTemplateShape,
  reasonCode,
  registrationRequest,
  reviewReason,
  missingStarter,
  starterCategory,
  starterShape,
  starterVersion,
  templateCategory,
  templateChannel,
  templateLanguage,
  templateState,
  variablesRequest,
  vendorTemplate,
} from './shapes.js'

const TEMPLATES = {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'templates.manage',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** What the pages of people who write templates need besides. */
const PAGES = { ...TEMPLATES, audiences: ['customerWebsite'], keyKinds: [] } as const

const READS = {
  tenant: 'none',
  permission: 'admin.templates.review',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** People alone judge what Agents wrote (docs/contract#template-review). */
const ACTS = {
  ...READS,
  audiences: ['adminConsole'],
  keyKinds: [],
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
} as const

const ACT = { draftId, version: draftVersion, reason: reviewReason } as const
const CAUSE = { reasonCode, variable: faultyVariable } as const
const reviewed = mutationResult({ draft: draftShape }, {})

/** What an Organization's messages say, until it is approved (docs/contract#templates), and how that is decided (docs/contract#template-review). */
export const templateOperations = operationsAbout('Templates', {
  saveCustomerTemplateDraft: {
    ...TEMPLATES,
    summary: 'Begin a template draft, or save its next version',
    description:
      'A next version names the draft and its newest `version`. What stands against sending it for review is refused here.',
    mutation: true,
    effect: 'adds',
    quotas: ['templates', 'templateVersions'],
    whileSuspended: false,
    controls: ['version'],
    request: mutationRequest(
      {
        organizationId,
        channel: templateChannel,
        name: name('What people call it.', 'order_shipped'),
        category: templateCategory,
        language: templateLanguage,
        content: contentRequest,
        variables: variablesRequest,
      },
      { draftId, version: draftVersion },
    ),
    result: mutationResult({ draft: draftShape }, {}),
  },
  submitCustomerTemplateDraftForReview: {
    ...TEMPLATES,
    summary: 'Send a draft for review',
    description: 'While it is under review there is no next version. People review it, never an Agent.',
    mutation: true,
    effect: 'changes',
    whileSuspended: false,
    controls: ['version'],
    request: mutationRequest({ organizationId, draftId, version: draftVersion }, {}),
    result: mutationResult({ draft: draftShape }, {}),
  },
  listCustomerTemplateDrafts: {
    ...TEMPLATES,
    summary: "List an Organization's template drafts and where they stand",
    description:
      'The newest version of each, newest draft first. A page whose texts are long is shorter than was asked for.',
    live: runAgain('act'),
    request: pageRequest({ organizationId }, { state: templateState, channel: templateChannel }),
    result: pageResult({ drafts: list(draftShape) }),
  },
  listCustomerMessageTemplates: {
    ...TEMPLATES,
    summary: "List an Organization's approved templates",
    live: runAgain('act'),
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ templates: list(messageTemplateShape) }),
  },
  getCustomerTemplateDraft: {
    ...PAGES,
    summary: 'Read a version of a template draft',
    description: 'The newest version, or the one that is named.',
    refusals: ['NotFound'],
    live: runAgain('act'),
    request: readRequest({ organizationId, draftId }, { atVersion: draftVersion }),
    result: readResult(
      {
        draft: draftShape,
        newestVersion: draftVersion,
        canBeRevised: flag({ description: 'Whether a next version can be saved by now.' }),
        canBeSubmitted: flag({ description: 'Whether it can be sent for review as it stands.' }),
        takesRegistration: flag({
          description: 'Whether its author can enter or correct the vendor’s identifiers of it.',
        }),
      },
      {},
    ),
  },
  enterTemplateRegistration: {
    ...PAGES,
    summary: "Enter or correct the vendor's identifiers of a template",
    description:
      'For SMS to India these are the Entity ID, Header and Template ID of DLT. A reviewer confirms them or refuses them with a reason; until they are confirmed, nothing is sent with them. Identifiers that were entered before are replaced.',
    mutation: true,
    effect: 'changes',
    whileSuspended: false,
    controls: ['version'],
    refusals: ['NotFound'],
    request: mutationRequest(
      { organizationId, draftId, version: draftVersion, registration: enteredRequest },
      {},
    ),
    result: mutationResult({ draft: draftShape }, {}),
  },
  listCustomerTemplateVersions: {
    ...PAGES,
    summary: 'List the versions of a template draft',
    description:
      'Newest first, each with all that became of it. A page whose texts are long is shorter than was asked for.',
    refusals: ['NotFound'],
    live: runAgain('act'),
    request: pageRequest({ organizationId, draftId }, {}),
    result: pageResult({ versions: list(draftShape) }),
  },
  previewTemplateDraft: {
    ...PAGES,
    summary: 'Show what a template comes to while it is written',
    description:
      'What stands against saving it, what recipients would get with the examples and with the longest values, and what that costs at the Organization’s prices. Nothing is kept.',
    request: readRequest(
      {
        organizationId,
        draft: anyObject({
          maxProperties: 16,
          description:
            'As `saveCustomerTemplateDraft` would be given it, also while parts of it are missing or wrong.',
        }),
        destinationPrefix: defaulted(priceFields.destinationPrefix, '*'),
      },
      {},
    ),
    result: readResult(draftPreviewFields, {}),
  },
  listTemplateReviews: {
    ...READS,
    summary: 'List versions of templates, those first that wait longest',
    description: 'Those under internal review and with a vendor, or those of one state.',
    audiences: ['adminConsole', 'adminAgent'],
    keyKinds: ['admin'],
    live: runAgainForAll('act'),
    request: pageRequest({}, { state: templateState }),
    result: pageResult({ reviews: list(draftStatusShape) }),
  },
  getTemplateReview: {
    ...READS,
    summary: 'Read a version of a template, its history, and where all its versions stand',
    audiences: ['adminConsole'],
    keyKinds: [],
    refusals: ['NotFound'],
    live: runAgainForAll('act'),
    request: readRequest({ draftId }, { atVersion: draftVersion }),
    result: readResult({ draft: draftShape, versions: list(draftStatusShape) }, {}),
  },
  decideTemplateReview: {
    ...ACTS,
    effect: 'changes',
    stepUp: true,
    summary: 'Approve a version under review, or reject it',
    description:
      'Approved, a text that needs a vendor waits for its registration, unless it is for the sandbox alone; any other takes the place of the version in use. A rejection has a `reasonCode`.',
    request: mutationRequest(
      { ...ACT, decision: literalUnion(['approve', 'reject']) },
      {
        ...CAUSE,
        sandboxOnly: flag({
          description: 'True: no vendor is asked, and only the test environment sends it.',
        }),
        vendorTemplate,
      },
      { onlyWith: { field: 'sandboxOnly', property: 'decision', is: ['approve'] } },
    ),
    result: reviewed,
  },
  recordTemplateRegistration: {
    ...ACTS,
    effect: 'changes',
    noStepUp: NO_STEP_UP.REVIEWED,
    summary: 'Record under what a vendor registered a version',
    description: 'It is approved by that, and takes the place of the version in use.',
    request: mutationRequest({ ...ACT, registration: registrationRequest }, {}),
    result: reviewed,
  },
  refuseTemplateRegistration: {
    ...ACTS,
    effect: 'changes',
    noStepUp: NO_STEP_UP.REVIEWED,
    summary: 'Refuse the identifiers that the author of a version entered',
    description:
      'The author reads the reason and can correct them. `enteredAt` names the identifiers that the reviewer saw; Conflict if others were entered since.',
    request: mutationRequest({ ...ACT, enteredAt }, {}),
    result: reviewed,
  },
  switchTemplate: {
    ...ACTS,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    summary: 'Pause the version in use, let it be sent again, or retire it for good',
    description: 'A pause has a `reasonCode`.',
    request: mutationRequest(
      { ...ACT, to: literalUnion(['paused', 'approved', 'retired'], { description: 'Where it goes.' }) },
      CAUSE,
    ),
    result: reviewed,
  },
  listStarterTemplates: {
    ...READS,
    summary: "List the platform's starter templates, and what is missing of them",
    audiences: ['adminConsole'],
    keyKinds: [],
    live: runAgainForAll('act'),
    request: readRequest({}, {}),
    result: readResult({ starters: list(starterShape), missing: list(missingStarter) }, {}),
  },
  addStarterTemplates: {
    ...ACTS,
    effect: 'adds',
    noStepUp: NO_STEP_UP.OWN_TEXTS,
    quotas: ['starterTemplates'],
    summary:
      'Approve, for the sandbox alone, the starter templates that come with Postrider and are not there',
    description: 'What is there stays as it is; where nothing is missing nothing changes.',
    controls: ['reason'],
    refusals: [],
    request: mutationRequest({ reason }, {}),
    result: mutationResult({ starters: list(starterShape) }, {}),
  },
  saveStarterTemplate: {
    ...ACTS,
    effect: 'changes',
    stepUp: true,
    quotas: ['starterTemplates'],
    summary: 'Approve a starter template for the sandbox alone, or another text in its place',
    description:
      'Organizations that have a copy keep it as it is. What would stand against it in a review is refused here.',
    refusals: [],
    request: mutationRequest(
      {
        channel: templateChannel,
        category: starterCategory,
        name: name('What its copies are called.', 'starter-sms'),
        language: templateLanguage,
        content: contentRequest,
        variables: variablesRequest,
        reason,
      },
      { version: starterVersion },
    ),
    result: mutationResult({ starter: starterShape }, {}),
  },
} as const satisfies Entries)
