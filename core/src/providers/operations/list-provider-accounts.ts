import { providerAccountView } from './views.js'
import { E } from '../../fp.js'
import { reading, shown } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_ADMIN } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { list } from '../../kernel/codecs/list.js'
import { providerAccountShape } from './shapes.js'

/** All provider accounts, without their secrets. */
export const listProviderAccountsEntry = entryOf('Providers', 'listProviderAccounts', {
  ...PROVIDERS_ADMIN,
  summary: 'List provider accounts',
  description: 'Lists accounts with their settings, without their secrets.',
  success: 'All provider accounts.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: readRequest({}, {}),
  result: readResult(
    { providerAccounts: list(providerAccountShape, { description: 'All provider accounts.' }) },
    {},
  ),
})

export const listProviderAccounts = reading(listProviderAccountsEntry, {
  read: async (_call, { storage }) => {
    const read = await storage.administration.providerAccounts()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, { providerAccounts: value.map(providerAccountView) })
  },
})
