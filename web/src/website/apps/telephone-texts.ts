/** The texts of the test telephone. */
export const TELEPHONE_TEXTS = {
  title: 'Test telephone',
  open: 'Open the test telephone',
  lead: 'What the sandbox delivered for this app in the last day. Nothing leaves Postrider.',
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
    'STOP suppresses this recipient for your whole organization, in production too. START ends that.',
  suppressed: 'The recipient is suppressed now. Reply START to end it.',
  unsuppressed: 'The recipient gets messages again.',
  received: 'The reply was received.',
  trace: 'Show the message',
  app: 'App',
  back: 'Back to the app',
} as const
