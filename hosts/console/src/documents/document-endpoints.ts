import { asyncApiText } from '@postrider/contracts/asyncapi/document-text'
import { operatorOperationsText } from '@postrider/contracts/capabilities/operator-operations'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { publicAnswer } from '@postrider/web-server/answers/answer'
import { refused } from '@postrider/web-server/answers/refused'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { createPublicFile } from '@postrider/web-server/public-files/public-file'
import type { ConsoleNeeds } from '../console-needs.js'
import { SITE_ENDPOINT } from '@postrider/web-server/sites/forms/form-endpoint'

const DOCUMENTS = { '/asyncapi.json': asyncApiText, '/operator-operations.json': operatorOperationsText }

/** No cache stores documents for signed-in users. */
const CACHING = 'private, no-cache'

const documentEndpoint = (
  { postrider: { operatorSessions }, cookie }: ConsoleNeeds,
  path: string,
  text: () => string,
): Endpoint => {
  const answer = publicAnswer(createPublicFile('application/json', CACHING, () => Buffer.from(text())))
  return {
    ...SITE_ENDPOINT,
    methods: ['GET'],
    path,
    route: path,
    answer: async ({ headers, requestId }) => {
      const token = cookie().read(headers)
      if (token === undefined) return refused(refusal('Unauthenticated'), requestId)
      const found = await operatorSessions.find(token)()
      return E.isLeft(found) ? refused(found.left, requestId) : answer
    },
  }
}

/**
 * The document of the socket, and the operations of super admins with their schemas: only for super admins.
 */
export const documentEndpoints = (site: ConsoleNeeds, vocabulary: Vocabulary): readonly Endpoint[] =>
  Object.entries(DOCUMENTS).map(([path, textOf]) =>
    documentEndpoint(site, path, () => textOf(vocabulary, site.answers.name.product)),
  )
