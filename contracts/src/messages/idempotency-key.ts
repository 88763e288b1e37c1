import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The key with which a send happens at most once (docs/api/conventions#idempotency). */
export const idempotencyKey = text({
  minLength: 8,
  maxLength: 128,
  pattern: /^[A-Za-z0-9_.:-]+$/,
  description:
    'Unique key of the send, chosen by the caller. Repeating the same request with the same key never sends twice.',
  example: 'order-10024-confirmation',
})

/** The headers of a call that may be made safe to repeat. */
export const repeatableHeaders = closed({}, { 'Idempotency-Key': idempotencyKey })
