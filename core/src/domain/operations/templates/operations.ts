import { list } from '../../codecs/list.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import {
  contentRequest,
  draftId,
  draftShape,
  draftVersion,
  messageTemplateShape,
  templateCategory,
  templateChannel,
  templateLanguage,
  templateState,
  variablesRequest,
} from './shapes.js'
import { organizationId } from '../fields/places.js'
import { name } from '../fields/written-texts.js'

const TEMPLATES = {
  subject: 'Templates',
  audiences: ['customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'templates.manage',
  mutation: false,
  whileSuspended: true,
  controls: [],
} as const

/** What an Organization's messages say, until it is approved (docs/contract#templates). */
export const templateOperations = {
  saveCustomerTemplateDraft: {
    ...TEMPLATES,
    summary: 'Begin a template draft, or save its next version',
    description:
      'A next version names the draft and its newest `version`. What stands against sending it for review is refused here.',
    mutation: true,
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
    request: pageRequest({ organizationId }, { state: templateState, channel: templateChannel }),
    result: pageResult({ drafts: list(draftShape) }),
  },
  listCustomerMessageTemplates: {
    ...TEMPLATES,
    summary: "List an Organization's approved templates",
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ templates: list(messageTemplateShape) }),
  },
} as const satisfies Record<string, Operation>
