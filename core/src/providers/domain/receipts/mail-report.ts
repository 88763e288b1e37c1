import type { ReceiptReport } from './receipt.js'

/** What a mail that came back, or a complaint, says of a message: whose it is, the address that it came to says. */
export type MailReport = Pick<
  ReceiptReport,
  'status' | 'failureCode' | 'suppresses' | 'providerTimeMs' | 'eventKey' | 'raw'
>
