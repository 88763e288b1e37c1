import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import { optional, readText } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'

/** The sealing key of the installation. While the epoch or everyone's version is locked, it can't change. */
export const readSealingKey = statement('SELECT sealing_key FROM installation WHERE one = 1')

export const sealingKeyOf = (rows: Rows | undefined): KeyId | undefined => optional(readText, rows?.[0]?.[0])
