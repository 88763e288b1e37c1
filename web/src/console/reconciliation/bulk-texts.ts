import { PRODUCT_NAME } from '../../language/product.js'
import { countText } from '../../format/shown-text.js'

const many = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`

const SUBJECTS = {
  requeueDeadLetter: (count: number) => many(count, 'message', 'messages'),
  resolveUnconfirmedMessage: (count: number) => many(count, 'outcome', 'outcomes'),
  assignOrphanReceipt: (count: number) => many(count, 'report', 'reports'),
  dismissReceipt: (count: number) => many(count, 'report', 'reports'),
} as const

type BulkWord = keyof typeof SUBJECTS

const VERBS: Readonly<Record<BulkWord, string>> = {
  requeueDeadLetter: 'Requeue',
  resolveUnconfirmedMessage: 'Decide',
  assignOrphanReceipt: 'Assign',
  dismissReceipt: 'Dismiss',
}

/** The texts of bulk actions. */
export const BULK_TEXTS = {
  tab: 'Bulk decision',
  pane: 'Bulk decision',
  all: 'All matching…',
  chosen: (count: number) => `${countText(count)} selected`,
  clear: 'Clear selection',
  act: (operation: BulkWord, count: number) => `${VERBS[operation]} ${SUBJECTS[operation](count)}`,
  mostChosen: (count: number) =>
    `You can select at most ${countText(count)} rows. To include more, use “All matching”.`,
  notSelected: 'Couldn’t select these records. Nothing changed.',
  lead: {
    requeueDeadLetter: `The same reason applies to all. ${PRODUCT_NAME} tries each one as often as a new message. The audit log records your name.`,
    resolveUnconfirmedMessage:
      'The same evidence and decision apply to all. The audit log records your name.',
    assignOrphanReceipt: `${PRODUCT_NAME} applies each report to its message. The audit log records your name.`,
    dismissReceipt: 'The reports are kept unchanged and no longer listed.',
  } as Readonly<Record<BulkWord, string>>,
  found: 'What does the provider report?',
  outcomes: [
    ['submitted', 'Provider accepted them', 'Submitted'],
    ['delivered', 'They were delivered', 'Delivered'],
    ['undelivered', 'They weren’t delivered', 'Undelivered'],
    ['failed', 'Provider never got them', 'Failed, money on hold released'],
  ] as const,
  noOutcome: 'Select what the provider reports first.',
  whatItHits: 'Impact',
  selected: 'Selected',
  atLeast: (count: string) => `${count}, and more match`,
  money: 'Money on hold',
  missing: 'No longer on the list',
  first: 'First records',
  asOf: (clock: string) =>
    `As of ${clock}. Records that match later aren’t included. If a record changes before its turn, it is skipped and listed as refused.`,
  nothingTitle: 'Nothing matches',
  nothing: 'No record on the list can be decided at the moment.',
  unknownWait:
    'Messages that may still get a delivery report are left out. Select their rows to include them.',
  lateTitle: 'The selection has expired',
  late: 'A selection is valid for one hour. Select the records again.',
  othersTitle: 'Another admin made this selection',
  others: (name: string) => `Only ${name} can start this bulk decision.`,
  begun: (text: string) => `Started: ${text}. You can leave this page.`,
  states: {
    previewed: 'selected',
    running: 'in progress',
    stopped: 'stopped',
    done: 'completed',
  },
  running: 'You can leave this page. The decision continues while you are signed in.',
  stopReasons: {
    order: 'A super admin stopped it. Changes that were made stay.',
    authority: `${PRODUCT_NAME} stopped it because the person who started it no longer has the permission. Changes that were made stay.`,
  },
  progress: (seen: string, total: string) => `${seen} of ${total}`,
  done: 'Done',
  refused: 'Refused',
  left: 'Not processed',
  operator: 'Started by',
  begunAt: 'Started',
  endedAt: 'Ended',
  record: 'ID',
  stop: 'Stop…',
  stopTitle: 'Stop the bulk decision?',
  stopLead: 'Changes that were made stay. The rest isn’t changed.',
  stopDo: 'Stop the decision',
  stopped: 'Stopping the bulk decision',
  refusals: 'Refused records',
  number: 'No.',
  which: 'Record',
  why: 'Reason',
  assignMany: 'Assign many…',
  assignTitle: 'Assign delivery reports to messages',
  assignLead: 'You see the selection before anything is assigned.',
  pairs: 'Reports and messages',
  pairsHint: 'One pair on each line: report ID, space, message ID. Example: rct_… msg_….',
  pairsWrong: (line: number) => `Line ${line} isn’t a report ID and a message ID.`,
  pairsMost: (most: number) => `Enter at most ${countText(most)} lines.`,
  pairsNone: 'Enter at least one line.',
  next: 'Preview impact',
} as const
