import { statement } from '../engine/template.js'
import { configurations } from './tables.js'

/** Finds the configurations that send through an account. The list of accounts is a text with their whole identifiers. */
export const configurationsBy = statement(`
  SELECT ${configurations.select('c')} FROM channel_configurations c
  WHERE {position}(c.provider_account_ids, ?) > 0 ORDER BY c.app_id, c.channel`)
