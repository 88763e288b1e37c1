/** The texts of support conversations, for both sides. */
export const TALK_TEXTS = {
  conversation: 'Conversation',
  send: 'Send',
  sendHint: 'Ctrl Enter',
  sending: 'Sending…',
  notSent: 'Couldn’t send your message. Your text is still here.',
  files: 'Files',
  download: (name: string) => `Download ${name}`,
  downloadFailed: 'Couldn’t download the file. Try again later.',
} as const
