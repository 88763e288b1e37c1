import type { Actor } from '../../audit/domain/audit-event.js'
import type { VendorTemplate } from '../../channels/kind.js'
import { vendorTemplateOf } from '../../channels/own-records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TemplateDraft } from './draft.js'
import type { ReviewStep } from './review.js'
import type { TemplateReport } from './template-report.js'

/** Who acts where a vendor does. */
export const VENDOR: Actor = { kind: 'system', id: 'vendor' }

/** Vendors write a language now with a hyphen, now with an underscore. */
const languageKey = (language: string): string => language.replaceAll('-', '_').toLowerCase()

/** Under what the vendor knows a version: as it is registered, and before that as the vendor was asked for it. */
const knownAs = ({ registration, vendorTemplate }: KnownVersion): VendorTemplate | undefined =>
  registration === undefined ? vendorTemplate : vendorTemplateOf(registration)

type KnownVersion = Pick<TemplateDraft, 'registration' | 'vendorTemplate'>

/** Whether the vendor knows a version under the name and language that a report is about. */
export const isReportOn = (version: KnownVersion, { name, language }: VendorTemplate): boolean => {
  const known = knownAs(version)
  return known?.name === name && languageKey(known.language) === languageKey(language)
}

const wasPausedByVendor = ({ state, history }: TemplateDraft): boolean => {
  const last = history.at(-1)
  return state === 'paused' && last?.actor.kind === VENDOR.kind && last.actor.id === VENDOR.id
}

const SENTENCES = { paused: 'Its vendor has paused it.', rejected: 'Its vendor refuses it.' } as const

/**
 * What a vendor's word does to a version that it knows; undefined: nothing. What is in use and stopped or refused is paused; what
 * is taken again is resumed where it was the vendor that had paused it: an operator's pause is theirs to end. What still waits for
 * the vendor is rejected by both; that the vendor takes it approves nothing, since an operator has to record under what
 * (docs/contract#vendor-registration).
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
  if (draft.state === 'pending_vendor')
    return { ...step, act: { _tag: 'Reject' }, reason: SENTENCES[verdict] }
  if (draft.state !== 'approved') return undefined
  return { ...step, act: { _tag: 'Pause' }, reason: SENTENCES[verdict] }
}
