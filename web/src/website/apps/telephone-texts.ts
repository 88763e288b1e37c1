/** The texts of the test telephone. */
export const TELEPHONE_TEXTS = {
  title: 'Test phone',
  open: 'Open the test phone',
  lead: 'Messages of this app that the sandbox delivered in the last 24 hours. No message leaves the sandbox.',
  recipient: 'Recipient',
  recipients: (count: number) => `${count} ${count === 1 ? 'recipient' : 'recipients'}`,
  messages: 'Messages of the recipient',
  emptyTitle: 'No test messages yet',
  empty: 'Send a message with a test credential. It appears here within a second.',
  otp: 'Code',
  subject: 'Subject',
  you: 'Recipient',
  reply: 'Reply as the recipient',
  replyLead:
    'STOP opts this recipient out for your whole Organization, also in production. START opts them in again.',
  suppressed: 'The recipient has opted out. Reply START to opt in again.',
  unsuppressed: 'The recipient gets messages again.',
  received: 'Reply received',
  trace: 'Show the message',
  app: 'App',
  back: 'Back to the app',
} as const
