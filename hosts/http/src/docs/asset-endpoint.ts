import { errorAnswer, publicAnswer } from '@postrider/web-server/answers/answer'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { createPageAssets } from './page-assets.js'

/** The files of the page under /docs, by name. */
export const assetEndpoint = (): Endpoint => {
  const assets = createPageAssets()
  return {
    methods: ['GET'],
    path: '/docs/{name}',
    route: 'unknown',
    boundary: undefined,
    tellsMethods: false,
    isAlwaysOpen: true,
    answer: ({ requestId }, { name = '' }) => {
      const asset = assets.get(name)
      return asset === undefined ? errorAnswer('route_not_found', requestId) : publicAnswer(asset)
    },
  }
}
