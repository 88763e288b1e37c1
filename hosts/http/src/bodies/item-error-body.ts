import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import { type ItemError, itemErrorOf } from '@postrider/contracts/errors/item-error'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'

/** Why one message among several, or one in a dry run, is refused. */
export const itemErrorBody = ({ _tag, fields, message }: Refusal): ItemError =>
  itemErrorOf(REFUSAL_CODES[_tag], fields, message)
