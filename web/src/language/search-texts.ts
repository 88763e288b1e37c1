/** What search fields and lists of what was found say. */
export const SEARCH_TEXTS = {
  find: 'Find',
  tickets: 'Search tickets',
  ticketsWith: (text: string) =>
    `Tickets with “${text}”, newest first. New replies are found after some seconds.`,
  wordMissing: 'Enter a ticket ID or a word with at least two letters or digits.',
  notIndexed: 'Not all tickets are searchable yet: Postrider is still preparing the search.',
  again: 'Look again',
  clear: 'End the search',
  noneFound: [
    'No ticket found',
    'Search for a ticket ID, or for the first letters of words in subjects and replies.',
  ],
} as const
