import type { Target } from '../engine/insertion.js'
import { textRenderer } from '../engine/text-renderer.js'
import { mysqlDialect } from './dialect.js'
import { literal } from './literal.js'

const onConflict = ({ onConflict: conflict }: Target): string => {
  if (conflict === undefined) return ''
  const { keys, replace } = conflict
  // Setting a key to itself changes nothing, and unlike INSERT IGNORE it hides no other error.
  const changes =
    replace.length === 0 ? `${keys[0]}=${keys[0]}` : replace.map((c) => `${c}=VALUES(${c})`).join(',')
  return ` ON DUPLICATE KEY UPDATE ${changes}`
}

/** The statement as MySQL's text; an insertion without rows has none. */
export const renderMysql = textRenderer({ dialect: mysqlDialect, literal, onConflict })
