const reason = 'For the matrix.'
const nobodys = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`
const messages = { permission: 'admin.messages' } as const
const bulk = { ...messages, by: 'person' } as const

/** Calls of the operations on messages and receipts, as in `ADMIN_CASES`. */
export const MESSAGE_CASES = {
  listMessages: { ...messages, by: 'agents too', body: {}, heard: 200 },
  getMessageTrace: { ...messages, by: 'agents too', body: { messageId: nobodys('msg') }, heard: 'not_found' },
  revealRecipient: {
    isDangerous: true,
    ...messages,
    by: 'person',
    body: { messageId: nobodys('msg'), reason },
    heard: 'not_found',
  },
  previewBulk: { ...bulk, body: { operation: 'requeueDeadLetter', from: 0, to: 0 }, heard: 200 },
  beginBulk: { ...bulk, body: { bulkId: nobodys('blk'), reason }, heard: 'not_found' },
  stopBulk: { ...bulk, body: { bulkId: nobodys('blk'), reason }, heard: 'not_found' },
  getBulk: { ...bulk, body: { bulkId: nobodys('blk') }, heard: 'not_found' },
  listDeadLetters: { ...messages, by: 'agents too', body: {}, heard: 200 },
  resolveUnconfirmedMessage: {
    ...messages,
    by: 'agents too',
    body: { messageId: nobodys('msg'), outcome: 'failed', evidence: 'None.', version: 1, reason },
    heard: 'not_found',
  },
  requeueDeadLetter: {
    ...messages,
    by: 'agents too',
    body: { messageId: nobodys('msg'), version: 1, reason },
    heard: 'not_found',
  },
  listOrphanReceipts: { ...messages, by: 'person', body: {}, heard: 200 },
  listContradictoryReceipts: { ...messages, by: 'person', body: {}, heard: 200 },
  assignOrphanReceipt: {
    ...messages,
    by: 'person',
    body: { receiptId: nobodys('rct'), messageId: nobodys('msg'), reason },
    heard: 'not_found',
  },
  dismissReceipt: {
    ...messages,
    by: 'person',
    body: { receiptId: nobodys('rct'), reason },
    heard: 'not_found',
  },
  findMessages: { ...messages, by: 'person', body: { text: 'order-1' }, heard: 200 },
} as const
