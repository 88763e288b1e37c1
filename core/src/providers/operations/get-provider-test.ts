import { providerTestView } from './test-view.js'
import { E } from '../../fp.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { testId, providerTestShape } from './test-shapes.js'

export const getProviderTestEntry = entryOf('Providers', 'getProviderTest', {
  ...PROVIDERS_INTERACTIVE,
  summary: 'Read the progress and transcript of a provider test',
  description: 'Tests are kept for thirty days, without secrets, texts and the recipient.',
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound'],
  request: readRequest({ testId }, {}),
  result: readResult({ test: providerTestShape }, {}),
})

export const getProviderTest = reading(getProviderTestEntry, {
  read: async ({ request, nowMs }, { storage }) => {
    const id = knownId('pts', request.testId)
    if (E.isLeft(id)) return id
    const read = await storage.providerTests.get(id.right)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return value === undefined ? absent(epoch) : shown(epoch, { test: providerTestView(value, nowMs) })
  },
})
