import type { ReceiptReport } from './receipt.js'

/** What a bounced email or a complaint reports; the address it came to identifies the message. */
export type MailReport = Pick<
  ReceiptReport,
  'status' | 'failureCode' | 'reason' | 'suppresses' | 'providerTimeMs' | 'eventKey' | 'raw'
>
