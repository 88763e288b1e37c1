/** The texts of the palette that finds pages and records. */
export const FIND_TEXTS = {
  search: 'Search',
  hint: 'Page, app, template, person, message ID, recipient or reference',
  page: 'page',
  app: 'app',
  template: 'template',
  person: 'person',
  message: 'message',
  open: (id: string) => `Open ${id}`,
  findMessages: (text: string) => `Search messages for “${text}”`,
  none: 'No match.',
} as const
