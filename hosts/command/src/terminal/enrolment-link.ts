import type { OpenedEnrolment } from '@postrider/core/identity/domain/first-set-up'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'

/** The destination of a link, as lines; a link that isn't emailed is shown. */
export const linkLines = ({ email, link, expiresAtMs }: OpenedEnrolment): readonly string[] => {
  const use = `The link works once, until ${isoTime(expiresAtMs)}: in a browser, or with npx postrider admin enrol`
  return link.by === 'mail'
    ? [`${email} gets the link by email once postrider start or postrider dispatcher runs.`, use]
    : [
        `No mail server is set. Give this link to ${email} and no one else. The audit log records that it was shown here.`,
        use,
        link.link,
      ]
}
