import type { TemplateDraft, Transition } from '@postrider/core/templates/domain/draft'
import type { DraftStatus } from '@postrider/core/templates/domain/draft-status'
import type { EnteredRegistration } from '@postrider/core/templates/domain/draft'
import { readJson } from '../cells/cell.js'
import {
  aColumn,
  aFlag,
  aText,
  aValue,
  aValueOrNone,
  anId,
  anIdOrNone,
  anInteger,
  anIntegerOrNone,
} from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

/** JSON omits undefined properties. */
const history = aColumn<readonly Transition[]>(
  'history',
  (transitions) => JSON.stringify(transitions),
  (from) =>
    (readJson(from) as readonly Transition[]).map(({ state, actor, atMs, reasonCode, reason, variable }) => ({
      state,
      actor,
      atMs,
      reasonCode,
      reason,
      variable,
    })),
)

/** JSON omits a missing refusal. */
const entered = aColumn<EnteredRegistration | undefined>(
  'entered_registration',
  (value) => (value === undefined ? null : JSON.stringify(value)),
  (from) => {
    if (from === null) return undefined
    const { registration, by, atMs, refused } = readJson(from) as EnteredRegistration
    return { registration, by, atMs, refused }
  },
)

/** The approximate size of a draft's texts, to limit a page. */
const sizeOf = ({ content, variables }: TemplateDraft): number =>
  JSON.stringify(content).length + JSON.stringify(variables).length

export const templateDrafts = recordTable<TemplateDraft>(
  'template_drafts',
  {
    draftId: anId('tpl', 'draft_id'),
    version: anInteger('version'),
    organizationId: anId('org', 'organization_id'),
    templateVersionId: anId('tpv', 'template_version_id'),
    name: aText('name'),
    category: aText('category'),
    language: aText('language'),
    variantOf: anIdOrNone('tpl', 'variant_of'),
    content: aValue('content'),
    variables: aValue('variables'),
    state: aText('state'),
    stateSinceMs: anInteger('state_since'),
    expectedByMs: anIntegerOrNone('expected_by'),
    vendorTemplate: aValueOrNone('vendor_template'),
    entered,
    registration: aValueOrNone('registration'),
    isForSandbox: aFlag('for_sandbox'),
    history,
  },
  { derived: { channel: { write: ({ content }) => content.channel }, size: { write: sizeOf } } },
)

/** The same rows without their texts, for reading only. */
export const draftStatuses = recordTable<DraftStatus>('template_drafts', {
  draftId: anId('tpl', 'draft_id'),
  version: anInteger('version'),
  templateVersionId: anId('tpv', 'template_version_id'),
  organizationId: anId('org', 'organization_id'),
  channel: aText('channel'),
  name: aText('name'),
  category: aText('category'),
  language: aText('language'),
  variantOf: anIdOrNone('tpl', 'variant_of'),
  state: aText('state'),
  stateSinceMs: anInteger('state_since'),
  expectedByMs: anIntegerOrNone('expected_by'),
  entered,
})
