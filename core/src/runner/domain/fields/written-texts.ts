import { broken } from '../../../kernel/codecs/fault.js'
import { text } from '../../../kernel/codecs/text.js'
import { isReadableName } from '../../../kernel/texts/readable-name.js'

const unreadable = broken(
  'format',
  'The value must have a letter, digit or emoji, and no invisible formatting characters.',
)

/**
 * A name for people: one line, 1 to 100 characters, with a letter, a digit or an emoji and no invisible
 * formatting characters.
 */
export const name = (description: string, example: string) =>
  text({
    minLength: 1,
    maxLength: 100,
    oneLine: true,
    visible: true,
    refuses: (input) => (isReadableName(input) ? undefined : unreadable),
    description,
    example,
  })

/** The reason for an irreversible action; stored with the audit event. */
export const reason = text({
  minLength: 1,
  maxLength: 500,
  visible: true,
  description: 'Reason, which is written to the audit log.',
  example: 'Asha has left the company.',
})

/** The subject of a ticket or chat: one line. */
export const subject = text({
  minLength: 1,
  maxLength: 200,
  oneLine: true,
  visible: true,
  description: 'Subject of the ticket or chat.',
  example: 'Messages to Kenya arrive late',
})

/** A text to support; it may have several lines. */
export const supportText = text({
  minLength: 1,
  maxLength: 10_000,
  visible: true,
  description: 'Text to support; line breaks are allowed.',
  example: 'Since this morning they take ten minutes.',
})
