import { text } from '@postrider/core/domain/codecs/text'

/** The caller's own name for a message (specification 2.2); one line, and not empty where it is given. */
export const clientReference = text({
  minLength: 1,
  maxLength: 128,
  oneLine: true,
  description: "The caller's own reference, given back with the message and searchable.",
  example: 'order-10024',
})
