import type { OpenedEnrolment } from '@postrider/core/identity/domain/first-set-up'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'

/** Where a link went, a line each; one that nobody mails is shown. */
export const linkLines = ({ email, link, expiresAtMs }: OpenedEnrolment): readonly string[] => {
  const use = `It works once, until ${isoTime(expiresAtMs)}: in a browser, or with npx postrider admin enrol`
  return link.by === 'mail'
    ? [`${email} gets a link by mail, as soon as postrider start or postrider dispatcher runs.`, use]
    : [
        `No mail server is set: hand this link to ${email} and to nobody else; the audit log says that it was shown here.`,
        use,
        link.link,
      ]
}
