import { emailAddress } from '../../kernel/codecs/email-text.js'
import { text } from '../../kernel/codecs/text.js'
import { parseEmailAddress } from '../../kernel/addresses/email-address.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { SenderRules } from '../kind.js'
import type { EmailForms } from './email-forms.js'
import { present } from '../../kernel/present.js'

const addressProblems = (name: string, given: string | undefined): readonly FieldProblem[] =>
  given === undefined || parseEmailAddress(given) !== undefined
    ? []
    : [bodyProblem(`/sender/${name}`, 'format', 'The value must be one email address.')]

/** An address with a name and a reply-to address (docs/api/access#service-configuration). */
export const emailSender: SenderRules<EmailForms> = {
  main: 'from',
  fields: {
    from: emailAddress,
    fromName: text({
      minLength: 1,
      maxLength: 100,
      oneLine: true,
      visible: true,
      description: 'Email: the display name of the sender.',
      example: 'Acme',
    }),
    replyTo: emailAddress,
  },
  shownFields: {
    from: text({ description: 'Email: address of the sender.', example: 'orders@acme.example' }),
    fromName: text({ description: 'Email: the display name of the sender.', example: 'Acme' }),
    replyTo: text({ description: 'Email: address that replies go to.', example: 'help@acme.example' }),
    domain: text({ description: 'Email: the domain that emails are sent from.', example: 'acme.example' }),
  },
  of: ({ from = '', fromName, replyTo }) => ({
    channel: 'email',
    from,
    ...present({ fromName, replyTo }),
  }),
  problems: ({ from, replyTo }) => [...addressProblems('from', from), ...addressProblems('replyTo', replyTo)],
  shown: (sender) => ({
    ...sender,
    domain: sender.from.slice(sender.from.lastIndexOf('@') + 1).toLowerCase(),
  }),
}
