/** The texts about an app's replies to keywords. */
export const REPLY_TEXTS = {
  act: 'Set replies…',
  title: (name: string) => `Set the replies of ${name} to keywords`,
  lead: 'Select a transactional template without variables, one for each channel. Each reply is charged like any other message. If you select none, the app doesn’t reply.',
  none: 'You need an approved transactional template without variables first. Create one under Templates.',
  confirm: 'Save the replies',
  done: 'Replies saved',
  looking: 'Loading the templates…',
  heading: 'Replies to keywords',
  kinds: { help: 'HELP', stop: 'STOP', start: 'START' },
  off: 'no reply',
} as const
