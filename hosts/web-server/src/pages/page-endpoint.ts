import type { Endpoint } from '../exchange/endpoint.js'
import { pageAnswer } from './page-answer.js'

/** A page with the same content for everyone and without input. */
export interface PlainPage {
  readonly path: string
  readonly html: string
}

/** A public page at its address. The query string is neither read nor logged. */
export const pageEndpoint = ({ path, html }: PlainPage): Endpoint => ({
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: false,
  methods: ['GET'],
  path,
  route: path,
  answer: () => pageAnswer(200, html),
})
