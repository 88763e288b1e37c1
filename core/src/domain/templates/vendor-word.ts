import type { Actor } from '../audit/audit-event.js'
import type { Registration } from '../channels/channels.js'
import type { EpochMs } from '../time/epoch-ms.js'
import type { TemplateDraft } from './draft.js'
import type { ReviewStep } from './review.js'
import type { TemplateReport } from './template-report.js'

/** Who acts where a vendor does. */
export const VENDOR: Actor = { kind: 'system', id: 'vendor' }

/** Vendors write a language now with a hyphen, now with an underscore. */
const languageKey = (language: string): string => language.replaceAll('-', '_').toLowerCase()

/** Whether a text is registered under the name and language that a report is about. */
export const isReportOn = (
  registration: Registration | undefined,
  { name, language }: Pick<TemplateReport, 'name' | 'language'>,
): boolean =>
  registration !== undefined &&
  'name' in registration &&
  registration.name === name &&
  languageKey(registration.language) === languageKey(language)

const wasPausedByVendor = ({ state, history }: TemplateDraft): boolean => {
  const last = history.at(-1)
  return state === 'paused' && last?.actor.kind === VENDOR.kind && last.actor.id === VENDOR.id
}

const SENTENCES = { paused: 'Its vendor has paused it.', rejected: 'Its vendor refuses it.' } as const

/**
 * What a vendor's word does to a version in use; undefined: nothing. What it stops or refuses is paused; what it takes
 * again is resumed where it was the vendor that had paused it: an operator's pause is theirs to end (docs/contract#vendor-registration).
 */
export const vendorStep = (
  draft: TemplateDraft,
  { verdict, reason }: Pick<TemplateReport, 'verdict' | 'reason'>,
  atMs: EpochMs,
): ReviewStep | undefined => {
  const step = {
    version: draft.version,
    actor: VENDOR,
    atMs,
    reasonCode: reason ?? verdict,
    variable: undefined,
  }
  if (verdict === 'approved')
    return wasPausedByVendor(draft) ? { ...step, act: { _tag: 'Resume' }, reason: undefined } : undefined
  if (draft.state !== 'approved') return undefined
  return { ...step, act: { _tag: 'Pause' }, reason: SENTENCES[verdict] }
}
