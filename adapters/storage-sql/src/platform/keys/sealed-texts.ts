import type { SealedKind } from '@postrider/core/platform/ports/key-storage'
import type { Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'

/** How the sealed texts of a kind are counted, listed and changed; places are binary. */
export interface SealedTexts {
  /** Returns rows of key and number. */
  readonly count: () => Statement
  /** Returns rows of place and text. */
  readonly list: (after: string, prefix: string, limit: number) => Statement
  readonly change: (anew: string, place: string, before: string) => Statement
}

/** A sealed text is `v1.<key>.…`: the key is between the first two dots. */
const keyIn = (column: string): string => `substr(${column}, 4, {position}(substr(${column}, 4), '.') - 1)`

const inTable = (table: string, key: string, column: string): SealedTexts => {
  const list = statement(`
    SELECT s.${key}, s.${column} FROM ${table} s
    WHERE s.${key} > ?x AND s.${column} IS NOT NULL AND substr(s.${column}, 1, ?) <> ? ORDER BY s.${key} LIMIT ?`)
  return {
    count: statement(`
      SELECT ${keyIn(`s.${column}`)}, COUNT(*) FROM ${table} s WHERE s.${column} IS NOT NULL GROUP BY 1`),
    list: (after, prefix, limit) => list(after, prefix.length, prefix, limit),
    change: statement(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?x AND ${column} = ?`),
  }
}

const OPEN = 'FROM outbox o JOIN messages s ON s.id = o.message_id WHERE s.sealed_variables IS NOT NULL'

const listMessages = statement(`
  SELECT o.message_id, s.sealed_variables ${OPEN}
    AND o.message_id > ?x AND substr(s.sealed_variables, 1, ?) <> ? ORDER BY o.message_id LIMIT ?`)

/** Only messages that are still to be sent have sealed variables, and those are in the outbox. */
const ofMessages: SealedTexts = {
  ...inTable('messages', 'id', 'sealed_variables'),
  count: statement(`SELECT ${keyIn('s.sealed_variables')}, COUNT(*) ${OPEN} GROUP BY 1`),
  list: (after, prefix, limit) => listMessages(after, prefix.length, prefix, limit),
}

/** The location of each kind of sealed text. */
export const SEALED_TEXTS: Readonly<Record<SealedKind, SealedTexts>> = {
  'provider account': inTable('provider_accounts', 'id', 'sealed_secrets'),
  'second factor': inTable('super_admins', 'user_id', 'sealed_totp_secret'),
  "customer's second factor": inTable('second_factors', 'user_id', 'sealed_totp_secret'),
  message: ofMessages,
  mail: inTable('mail_jobs', 'id', 'sealed'),
  erasure: inTable('erasures', 'id', 'sealed_to'),
  'signing key': inTable('installation', 'id', 'sealed_signing_key'),
  'test message': inTable('test_messages', 'id', 'sealed'),
  'webhook secret': inTable('webhook_endpoints', 'id', 'sealed_secret'),
  'previous webhook secret': inTable('webhook_endpoints', 'id', 'sealed_previous_secret'),
}
