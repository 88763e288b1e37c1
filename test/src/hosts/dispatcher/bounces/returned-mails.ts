import { fresh } from '@postrider/conformance/builders/fresh'

/** A multipart report, with the type of each part. */
export const aReport = (
  type: string,
  parts: readonly (readonly [type: string, content: string])[],
): string => {
  const boundary = `=_${fresh.hex(8)}`
  return [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'Subject: Something about your mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    ...parts.flatMap(([of, content]) => [`--${boundary}`, `Content-Type: ${of}`, '', content, '']),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

/** The fields of a notification besides the failed recipient. */
export interface NotificationFields {
  readonly action?: string
  readonly status?: string
  readonly envelopeId?: string
  readonly diagnostic?: string
}

/** A delivery status notification (RFC 3464) about one recipient, with the headers of the email. */
export const aNotification = ({
  action = 'failed',
  status = '5.1.1',
  envelopeId,
  diagnostic = '550 5.1.1 <zoe@example.com>: there is no zoe, and your code 493817 is gone',
}: NotificationFields = {}): string =>
  aReport('delivery-status', [
    ['text/plain', 'Your mail was not delivered.'],
    [
      'message/delivery-status',
      [
        'Reporting-MTA: dns; mx.example',
        ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
        '',
        'Final-Recipient: rfc822;zoe@example.com',
        `Action: ${action}`,
        `Status: ${status}`,
        'Remote-MTA: dns; mx2.example',
        `Diagnostic-Code: smtp; ${diagnostic}`,
        'Last-Attempt-Date: Mon, 23 Nov 2026 07:00:00 +0000',
      ].join('\r\n'),
    ],
    ['text/rfc822-headers', 'Subject: Your code is 493817\r\nTo: zoe@example.com'],
  ])

/** A complaint (RFC 5965) in the form that mailbox providers forward. */
export const aComplaint = (type = 'abuse', mailFrom?: string): string =>
  aReport('feedback-report', [
    ['text/plain', 'This is an abuse report.'],
    [
      'message/feedback-report',
      [
        `Feedback-Type: ${type}`,
        'User-Agent: SomeGenerator/1.0',
        'Version: 1',
        ...(mailFrom === undefined ? [] : [`Original-Mail-From: <${mailFrom}>`]),
        'Arrival-Date: Mon, 23 Nov 2026 07:00:00 +0000',
      ].join('\r\n'),
    ],
    ['message/rfc822', 'Subject: Your code is 493817\r\n\r\nYour code is 493817'],
  ])
