import type { Endpoint } from '@postrider/web-server/exchange/endpoint'

/** Anyone with a signed address may use it, from any page: it needs no cookie and no credential. */
export const FROM_ANYWHERE = ['Access-Control-Allow-Origin', '*'] as const

/**
 * The CORS preflight for pages of another origin, before they upload a file to its signed address
 * (docs/api/support#attachments).
 */
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
