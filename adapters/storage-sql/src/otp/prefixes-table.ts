import type { PrefixBlock, PrefixCount } from '@postrider/core/otp/domain/breaker'
import { aText, anId, anInteger, anIntegerOrNone } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const prefixCounts = recordTable<PrefixCount>('otp_prefix_counts', {
  appId: anId('app', 'app_id'),
  prefix: aText('prefix'),
  sliceMs: anInteger('slice'),
  sends: anInteger('sends'),
  verified: anInteger('verified'),
})

export const prefixBlocks = recordTable<PrefixBlock>('otp_prefix_blocks', {
  appId: anId('app', 'app_id'),
  prefix: aText('prefix'),
  blockedAtMs: anInteger('blocked_at'),
  untilMs: anInteger('until_at'),
  sends: anInteger('sends'),
  verified: anInteger('verified'),
  liftedAtMs: anIntegerOrNone('lifted_at'),
})
