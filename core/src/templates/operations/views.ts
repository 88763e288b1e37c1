import type * as t from 'io-ts'
import type { DraftContent, Registration } from '../../channels/channels.js'
import { previewOf, registrationOf, shownRegistration } from '../../channels/own-records.js'
import { MAX_VALUE_LENGTH } from '../domain/compiled-template.js'
import type { ApprovedStarter } from '../domain/approved-starter.js'
import type { Cause, EnteredRegistration, TemplateDraft, Transition } from '../domain/draft.js'
import type { CurrentDraft, DraftStatus, LanguageStatus, VersionInUse } from '../domain/draft-status.js'
import { awaitsConfirmation } from '../domain/entered-registration.js'
import { previewDraft } from '../domain/publish-draft.js'
import type { ContentPreview } from '../domain/sample-draft.js'
import type { TemplateVariable, TemplateVersion } from '../domain/template.js'
import { autofillWarnings } from '../domain/autofill-warnings.js'
import { warningsAbout } from '../domain/template-warning.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import {
  type draftShape,
  type draftStatusShape,
  LISTED_CHARACTERS,
  type messageTemplateShape,
  type shownVariables,
  type starterShape,
  type templateLanguagesShape,
} from './shapes.js'
import { present } from '../../kernel/present.js'

type DraftView = t.TypeOf<typeof draftShape>

/** The reader: customers don't see which super admin acted. */
export type Viewer = 'customer' | 'reviewer'

const variablesView = (variables: readonly TemplateVariable[]): t.TypeOf<typeof shownVariables> =>
  variables.map(({ name, type = 'text', maxLength = MAX_VALUE_LENGTH, example }) => ({
    name,
    type,
    maxLength,
    example,
  }))

const registrationView = (registration: Registration | undefined): Pick<DraftView, 'registration'> => {
  const shown = registration === undefined ? undefined : shownRegistration(registration)
  return shown === undefined ? {} : { registration: shown }
}

const causeView = ({ reasonCode, reason, variable }: Cause) => ({
  ...present({ reasonCode, reason, variable }),
})

const transitionView =
  (viewer: Viewer) =>
  ({ state, actor, atMs, ...cause }: Transition): DraftView['history'][number] => ({
    state,
    at: isoTime(atMs),
    by: actor.kind,
    ...(viewer === 'reviewer' || actor.kind !== 'operator' ? { actorId: actor.id } : {}),
    ...causeView(cause),
  })

const contentView = (content: DraftContent): DraftView['content'] => {
  const { channel: _, ...parts } = content
  return parts
}

const previewView = (draft: TemplateDraft): DraftView['preview'] => {
  const rendered = previewDraft(draft)
  return { text: rendered.text, ...previewOf(rendered) }
}

/** The status of a version, as responses show it. */
export const draftStatusView = ({
  draftId,
  organizationId,
  version,
  channel,
  name,
  category,
  language,
  variantOf,
  state,
  stateSinceMs,
  expectedByMs,
  entered,
}: DraftStatus): t.TypeOf<typeof draftStatusShape> => ({
  draftId,
  organizationId,
  version,
  channel,
  name,
  category,
  language,
  state,
  stateSince: isoTime(stateSinceMs),
  expectedBy: expectedByMs === undefined ? null : isoTime(expectedByMs),
  awaitsConfirmation: awaitsConfirmation({ state, entered }),
  ...present({ variantOf }),
})

/** The languages of a template, as responses show them (docs/api/templates#languages). */
export const languagesView = (
  languages: readonly LanguageStatus[],
): t.TypeOf<typeof templateLanguagesShape> =>
  languages.map(({ draftId, version, language, state, stateSinceMs, versionInUse = null, text }) => ({
    draftId,
    version,
    language,
    state,
    stateSince: isoTime(stateSinceMs),
    versionInUse,
    ...present({ text: text === undefined ? undefined : [...text].slice(0, LISTED_CHARACTERS).join('') }),
  }))

const enteredView = (entered: EnteredRegistration | undefined): Pick<DraftView, 'entered'> => {
  if (entered === undefined) return {}
  const { registration, atMs, refused } = entered
  return {
    entered: {
      registration: shownRegistration(registration) ?? {},
      at: isoTime(atMs),
      ...(refused === undefined ? {} : { refused: { reason: refused.reason, at: isoTime(refused.atMs) } }),
    },
  }
}

const inUseView = ({ state, stateSinceMs, history }: VersionInUse): NonNullable<DraftView['inUse']> => {
  const last = history.at(-1)
  return { state, stateSince: isoTime(stateSinceMs), ...(last === undefined ? {} : causeView(last)) }
}

/**
 * A version of a draft as responses show it, with its preview and history
 * (docs/api/templates#template-drafts).
 */
export const draftView = ({ draft, inUse }: CurrentDraft, viewer: Viewer): DraftView => {
  const last = draft.history.at(-1)
  return {
    ...draftStatusView({ ...draft, channel: draft.content.channel }),
    content: contentView(draft.content),
    variables: variablesView(draft.variables),
    preview: previewView(draft),
    warnings: [...warningsAbout(draft), ...autofillWarnings(draft)],
    history: draft.history.map(transitionView(viewer)),
    versionInUse: inUse?.version ?? null,
    ...(inUse === undefined ? {} : { inUse: inUseView(inUse) }),
    ...present({ vendorTemplate: draft.vendorTemplate }),
    ...enteredView(draft.entered),
    ...registrationView(draft.registration),
    ...(last === undefined ? {} : causeView(last)),
  }
}

/** A preview of a content, as responses show it. */
export const contentSampleView = ({ rendered, parts, units }: ContentPreview) => ({
  parts,
  units,
  ...previewOf(rendered),
})

/**
 * An approved template as responses show it; its content is only in its draft
 * (docs/api/templates#template-drafts).
 */
export const messageTemplateView = (version: TemplateVersion): t.TypeOf<typeof messageTemplateShape> => {
  const { templateId, templateVersionId, name, category, language, variantOf, content, variables } = version
  const registration = registrationOf(content)
  return {
    templateId,
    templateVersionId,
    channel: content.channel,
    name,
    category,
    language,
    variables: variablesView(variables),
    warnings: warningsAbout({ category, registration }),
    ...present({ variantOf }),
    ...registrationView(registration),
  }
}

/** A starter template as responses show it. */
export const starterView = ({
  name,
  category,
  language,
  content,
  variables,
  approvedBy,
  approvedAtMs,
  reason,
  version,
}: ApprovedStarter): t.TypeOf<typeof starterShape> => ({
  channel: content.channel,
  category,
  name,
  language,
  content: contentView(content),
  variables: variablesView(variables),
  approvedBy,
  approvedAt: isoTime(approvedAtMs),
  reason,
  version,
})
