/** What is said around what customers and support say to one another, on both sides. */
export const TALK_TEXTS = {
  conversation: 'What was said',
  send: 'Send',
  sendHint: 'Ctrl Enter',
  sending: 'Sending…',
  notSent: 'It was not sent. Your words are still here.',
  files: 'Files',
  download: (name: string) => `Download ${name}`,
  downloadFailed: 'The file cannot be had at the moment',
} as const
