import { providerHealthView } from './views.js'
import { HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { reading, shown } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_ADMIN } from './entry-parts.js'
import { runAgainInTime } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { flag } from '../../kernel/codecs/flag.js'
import { list } from '../../kernel/codecs/list.js'
import { providerHealthShape } from './shapes.js'

/**
 * The health of each account, and the outcomes of its calls within the last hour. The data is in the
 * database, so all processes return the same.
 */
export const getProviderHealthEntry = entryOf('Providers', 'getProviderHealth', {
  ...PROVIDERS_ADMIN,
  summary: 'Read the health and recent calls of provider accounts',
  description:
    'Returns the status of each account and the outcomes of its calls in the last hour, over all processes.',
  success: 'The health of all provider accounts.',
  mutation: false,
  effect: 'reads',
  live: runAgainInTime('message', 'act'),
  request: readRequest({}, {}),
  result: readResult(
    {
      since: timestamp('Start of the hour whose calls are counted.'),
      isSample: flag({ description: '`true` if only calls for the newest messages were counted.' }),
      providers: list(providerHealthShape, { description: 'The health of each provider account.' }),
    },
    {},
  ),
})

export const getProviderHealth = reading(getProviderHealthEntry, {
  read: async ({ nowMs }, { storage }) => {
    const sinceMs = nowMs - HOUR_MS
    const read = await storage.administration.providerCalls(sinceMs)()
    if (E.isLeft(read)) return read
    const reported = await storage.accountHealth.reports()()
    if (E.isLeft(reported)) return reported
    const accounts = await storage.administration.providerAccounts()()
    if (E.isLeft(accounts)) return accounts
    const { calls, isSample } = read.right.value
    const { epoch, value } = accounts.right
    const facts = { calls, reports: reported.right.value, nowMs }
    const providers = value.map((account) => providerHealthView(account, facts))
    const result = { since: isoTime(sinceMs), isSample, providers }
    return shown(epoch, result)
  },
})
