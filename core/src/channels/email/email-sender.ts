import { emailAddress } from '../../kernel/codecs/email-text.js'
import { emailDomain } from './email-domain.js'
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

/** The parts that describe the DNS of the sender's domain. */
const CHECKED_PARTS = {
  dkimSelector: text({
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/,
    description: 'Email: DKIM selector of the provider, for the check of the domain.',
    example: 's1',
  }),
  dkimKey: text({
    pattern: /^[A-Za-z0-9+/]{40,1000}={0,2}$/,
    description: 'Email: public DKIM key (base64) that the selector should have.',
    example: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
  }),
  spfInclude: text({
    pattern: /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/,
    description: 'Email: domain that SPF of the sender should include.',
    example: 'spf.mail.example',
  }),
} as const

/** An address with a name and a reply-to address (docs/api/access#service-configuration). */
export const emailSender: SenderRules<EmailForms> = {
  main: 'from',
  kinds: { email: /@/ },
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
    ...CHECKED_PARTS,
  },
  shownFields: {
    from: text({ description: 'Email: address of the sender.', example: 'orders@acme.example' }),
    fromName: text({ description: 'Email: the display name of the sender.', example: 'Acme' }),
    replyTo: text({ description: 'Email: address that replies go to.', example: 'help@acme.example' }),
    ...CHECKED_PARTS,
    domain: text({ description: 'Email: the domain that emails are sent from.', example: 'acme.example' }),
  },
  of: ({ from = '', fromName, replyTo, dkimSelector, dkimKey, spfInclude }) => ({
    channel: 'email',
    from,
    ...present({ fromName, replyTo, dkimSelector, dkimKey, spfInclude }),
  }),
  problems: ({ from, replyTo }) => [...addressProblems('from', from), ...addressProblems('replyTo', replyTo)],
  name: ({ fromName }) => fromName,
  domain: emailDomain,
  shown: (sender) => ({
    ...sender,
    domain: sender.from.slice(sender.from.lastIndexOf('@') + 1).toLowerCase(),
  }),
}
