/** What stands around the trace of a message, whoever reads it. */
export const TRACE_TEXTS = {
  trace: 'Trace',
  since: 'Since',
  nextCheck: 'Next check',
  nextNow: 'now',
  inWhile: 'in',
  otherwise: 'Else',
  becomes: (state: string) => `it becomes ${state}`,
  releases: (money: string) => `${money} is given back`,
  and: ', and ',
  heldNow: (money: string) => `${money} held`,
  notHeld: (money: string) => `${money}, nothing of it is held`,
  whoDecides: 'Who decides',
  held: 'Held',
  charged: 'Charged',
  money: 'Money',
  moneyStates: { provisional: 'held until it ends', settled: 'charged', released: 'given back' } as Readonly<
    Record<string, string>
  >,
  entries: {
    reservation: 'Money held',
    settlement: 'Held money charged',
    release: 'Held money given back',
  } as Readonly<Record<string, string>>,
  time: (zone: string) => `Time, ${zone}`,
  happened: 'What happened',
  unmatched: 'It changed nothing.',
  search: 'Find messages',
  searchHint: 'Number, address, id or reference',
  lookedFor: (text: string, kinds: string) => `“${text}”, as ${kinds}`,
  or: ' or ',
  searchedUntil: (clock: string) =>
    `Recipients are found up to ${clock}; newer messages follow within seconds.`,
  searchedNone: 'Recipients are not found yet: their index is not made.',
  searchedSince: (clock: string) => `Older messages than of ${clock} are still gone through.`,
} as const
