import { countText } from '../../format/shown-text.js'

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`

const SUBJECTS = {
  requeueDeadLetter: (count: number) => many(count, 'dead letter', 'dead letters'),
  resolveUnconfirmedMessage: (count: number) => many(count, 'outcome', 'outcomes'),
  assignOrphanReceipt: (count: number) => many(count, 'receipt', 'receipts'),
  dismissReceipt: (count: number) => many(count, 'receipt', 'receipts'),
} as const

type BulkWord = keyof typeof SUBJECTS

const VERBS: Readonly<Record<BulkWord, string>> = {
  requeueDeadLetter: 'Try again',
  resolveUnconfirmedMessage: 'Decide',
  assignOrphanReceipt: 'Assign',
  dismissReceipt: 'Dismiss',
}

/** What decisions about many records say. */
export const BULK_TEXTS = {
  tab: 'Bulk decision',
  pane: 'Decision about many',
  all: 'All that match…',
  chosen: (count: number) => `${countText(count)} chosen`,
  clear: 'Clear',
  act: (operation: BulkWord, count: number) => `${VERBS[operation]} ${SUBJECTS[operation](count)}`,
  mostChosen: (count: number) => `At most ${countText(count)} can be named; choose all that match instead.`,
  notSelected: 'They could not be selected.',
  lead: {
    requeueDeadLetter: 'One reason, each tried again as often as a new one, under your name.',
    resolveUnconfirmedMessage: 'One evidence, one decision for each, under your name.',
    assignOrphanReceipt: 'Each is applied as if it had named its message, under your name.',
    dismissReceipt: 'They are kept as they came, and listed no more.',
  } as Readonly<Record<BulkWord, string>>,
  found: 'What did the provider find?',
  outcomes: [
    ['submitted', 'It had taken them', 'Submitted'],
    ['delivered', 'They arrived', 'Delivered'],
    ['undelivered', 'They did not arrive', 'Undelivered'],
    ['failed', 'It never had them', 'Failed, held money released'],
  ] as const,
  noOutcome: 'Say first what the provider found.',
  whatItHits: 'What this will do',
  selected: 'Selected',
  atLeast: (count: string) => `${count}, and more match`,
  money: 'Held by them',
  missing: 'Named, and not on the list any more',
  first: 'The first of them',
  asOf: (clock: string) =>
    `As of ${clock}. Who joins later is not among them; what changes before its turn is refused and listed.`,
  nothingTitle: 'Nothing matches',
  nothing: 'Nothing of the list can be decided at present.',
  unknownWait:
    'Those that a report may still come for by itself are left out: choose their rows to decide them too.',
  lateTitle: 'Selected too long ago',
  late: 'A selection counts for an hour. Choose again.',
  othersTitle: 'Somebody else has selected these',
  others: (name: string) => `${name} may begin, and nobody else.`,
  begun: (text: string) => `Begun: ${text}. It goes on without this page.`,
  states: {
    previewed: 'selected',
    running: 'under way',
    stopped: 'stopped',
    done: 'through',
  },
  running: 'It goes on when you leave this page, as long as you are signed in.',
  stopReasons: {
    order: 'Somebody stopped it. What was done stays done.',
    authority: 'It stopped by itself: whoever began it may not do it any more. What was done stays done.',
  },
  progress: (seen: string, total: string) => `${seen} of ${total}`,
  done: 'Done',
  refused: 'Refused',
  left: 'Not looked at',
  operator: 'Begun by',
  begunAt: 'Begun',
  endedAt: 'Ended',
  record: 'Identifier',
  stop: 'Stop…',
  stopTitle: 'Stop what is under way?',
  stopLead: 'What was done stays done; the rest stays as it is.',
  stopDo: 'Stop the bulk',
  stopped: 'It stops',
  refusals: 'What was refused',
  number: 'No.',
  which: 'Record',
  why: 'Why',
  assignMany: 'Assign many…',
  assignTitle: 'Which receipts belong to which messages?',
  assignLead: 'Nothing is assigned before you have seen what is selected.',
  pairs: 'Receipts and messages',
  pairsHint: 'On each line a receipt, a space and its message, as in rct_… msg_….',
  pairsWrong: (line: number) => `Line ${line} is no receipt and its message.`,
  pairsMost: (most: number) => `Write at most ${countText(most)} lines.`,
  pairsNone: 'Write at least one line.',
  next: 'Look what it hits',
} as const
