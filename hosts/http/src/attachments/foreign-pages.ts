import type { Endpoint } from '@postrider/web-server/exchange/endpoint'

/** Whoever has a signed address may use it, from whichever page: no cookie and no credential goes with it. */
export const FROM_ANYWHERE = ['Access-Control-Allow-Origin', '*'] as const

/** Browsers ask it for a page of another origin, before they put a file to its signed address (docs/contract#attachments). */
export const uploadPreflight = (): Endpoint => ({
  methods: ['OPTIONS'],
  path: '/v1/attachments/{attachmentId}',
  route: '/v1/attachments/{attachmentId}',
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: true,
  answer: () => ({
    status: 204,
    headers: [
      ...FROM_ANYWHERE,
      'Access-Control-Allow-Methods',
      'PUT',
      'Access-Control-Allow-Headers',
      'Content-Type',
      'Access-Control-Max-Age',
      '900',
    ],
  }),
})
