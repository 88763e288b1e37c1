import type { Registration } from '../../channels/channels.js'
import { vendorTriesForMs } from '../../channels/own-records.js'
import { priceCategoryOf } from '../../channels/price-categories.js'
import { USUAL_CHALLENGE_MS } from '../../otp/domain/challenge.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { TemplateCategory } from './template.js'

/** A warning about a template that doesn't prevent sending it. */
export interface TemplateWarning {
  /** For programs. The set is open. */
  readonly code: 'code_outlived' | 'category_differs'
  /** For people. */
  readonly message: string
}

interface Registered {
  readonly category: TemplateCategory
  readonly registration: Registration | undefined
}

/** Its vendor has it in another category than its own one suggests, so another price may apply. */
const categoryWarning = ({ category, registration }: Registered): readonly TemplateWarning[] => {
  if (registration === undefined) return []
  const { channel } = registration
  const actual = priceCategoryOf(channel, registration, category)
  const usual = priceCategoryOf(channel, undefined, category)
  if (actual === usual || actual === undefined || usual === undefined) return []
  const message = `The vendor lists the template in the category ${actual}, not ${usual}, so prices for ${actual} apply.`
  return [{ code: 'category_differs', message }]
}

/** Its vendor may try to deliver a code longer than codes are valid by default. */
const codeWarning = ({ category, registration }: Registered): readonly TemplateWarning[] => {
  if (category !== 'otp' || registration === undefined) return []
  const triesForMs = vendorTriesForMs(registration)
  if (triesForMs === undefined || triesForMs <= USUAL_CHALLENGE_MS) return []
  const [tries, good] = [triesForMs, USUAL_CHALLENGE_MS].map((ms) => ms / SECOND_MS)
  const message = `The vendor tries for ${tries} seconds to deliver a code, but codes are valid for ${good} seconds by default. The code may arrive after it has expired.`
  return [{ code: 'code_outlived', message }]
}

/** The warnings for a version with its registration (docs/api/templates#vendor-registration). */
export const warningsAbout = (of: Registered): readonly TemplateWarning[] => [
  ...codeWarning(of),
  ...categoryWarning(of),
]
