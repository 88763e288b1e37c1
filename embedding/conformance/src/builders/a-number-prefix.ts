import type { NumberPrefix } from '@postrider/core/channels/number-prefix'
import { NOW_MS } from './fresh.js'

/** An allowed prefix of numbers of Hong Kong. */
export const aNumberPrefix = (overrides: Partial<NumberPrefix> = {}): NumberPrefix => ({
  prefix: '+85245',
  country: 'HK',
  minDigits: 11,
  maxDigits: 11,
  reason: 'Assigned in 2026.',
  createdAtMs: NOW_MS,
  ...overrides,
})
