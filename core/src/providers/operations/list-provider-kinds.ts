import { providerKindView, providerKindShape } from './kind-shapes.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'
import { reading } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_ADMIN } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { list } from '../../kernel/codecs/list.js'

/** The kinds that this process has, for requests and forms. */
export const listProviderKindsEntry = entryOf('Providers', 'listProviderKinds', {
  ...PROVIDERS_ADMIN,
  summary: 'List provider kinds and the settings of their accounts',
  description:
    'Lists the kinds that this installation supports, with the fields to set up an account of each.',
  success: 'All provider kinds.',
  mutation: false,
  effect: 'reads',
  request: readRequest({}, {}),
  result: readResult({ providerKinds: list(providerKindShape, { description: 'All provider kinds.' }) }, {}),
})

export const listProviderKinds = reading(listProviderKindsEntry, {
  read: (_call, { storage, providers }) =>
    atCurrentEpoch({ storage }, { providerKinds: providers.map(providerKindView) }),
})
