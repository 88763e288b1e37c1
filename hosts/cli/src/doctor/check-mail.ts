import type { Mailer } from '@postrider/core/identity/ports/mailer'
import { fine, type Finding, wrong } from './finding.js'

/**
 * Whether the mail server for the service's own emails is reachable and accepts the login; no email is sent.
 */
export const checkMail = async (mailer: Mailer): Promise<readonly Finding[]> => {
  if (!mailer.isConfigured)
    return [
      {
        verdict: 'note',
        part: 'mail',
        sentence: 'no mail server is set, so emails with links, invitations and notices are not sent',
        advice: 'Set POSTRIDER_MAIL_URL and POSTRIDER_MAIL_FROM.',
      },
    ]
  const problem = await mailer.check()
  if (problem === undefined) return [fine('mail', 'the mail server responds and accepts the login')]
  return [
    wrong(
      'mail',
      problem,
      'Check POSTRIDER_MAIL_URL and that the mail server runs. Until then, emails wait.',
    ),
  ]
}
