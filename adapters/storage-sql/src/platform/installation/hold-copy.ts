import { RESTORE_HOLD_MARGIN_MS } from '@postrider/core/kernel/installation/installation'
import type { Dialect } from '../../engine/dialect.js'

/**
 * Marks a database copy as held. The mark is in the copy itself, so that it is held wherever it is restored.
 */
export const holdCopy = ({ words }: Dialect): string => {
  const now = words['database time']
  return `UPDATE installation SET held_because = 'backup', held_since = ${now}, restored_at = ${now}, fenced_before = ${now} + ${RESTORE_HOLD_MARGIN_MS} WHERE held_since IS NULL`
}
