/** The kinds of senders, in words. */
const KINDS: Readonly<Record<string, string>> = {
  alphanumeric: 'alphanumeric',
  long_code: 'long code',
  short_code: 'short code',
  toll_free: 'toll-free number',
  whatsapp_number: 'WhatsApp number',
  email: 'email address',
}

/** The registrations of senders, in words. */
const REGULATIONS: Readonly<Record<string, string>> = {
  us_10dlc: 'US 10DLC campaign',
  us_toll_free: 'US toll-free verification',
  au_sender_register: 'Australia SMS Sender ID Register',
  sg_ssir: 'Singapore SSIR',
  uk_sender_registry: 'UK SMS SenderID Protection Registry',
  other: 'National registration',
}

/** The word for a kind of sender. */
export const senderKindWord = (kind: string): string => KINDS[kind] ?? kind

/** The name of a registration. */
export const regulationWord = (regulation: string): string => REGULATIONS[regulation] ?? regulation
