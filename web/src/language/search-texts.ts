/** The texts of search fields and search results. */
export const SEARCH_TEXTS = {
  find: 'Find',
  tickets: 'Search tickets',
  ticketsWith: (text: string) =>
    `Tickets with “${text}”, newest first. New replies appear after a few seconds.`,
  wordMissing: 'Enter a ticket ID or a word with at least two letters or digits.',
  notIndexed: 'Some tickets aren’t searchable yet. The search is still being prepared.',
  again: 'Search again',
  clear: 'Clear search',
  noneFound: ['No ticket found', 'Enter a ticket ID, or the first letters of words in subjects and replies.'],
} as const
