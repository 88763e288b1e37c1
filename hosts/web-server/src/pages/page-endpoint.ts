import type { Endpoint } from '../exchange/endpoint.js'
import { pageAnswer } from './page-answer.js'

/** A page that says the same to everybody, and takes nothing. */
export interface PlainPage {
  readonly path: string
  readonly html: string
}

/** A page for people at its address. What stands in that address beside the path is read by nobody and logged nowhere. */
export const pageEndpoint = ({ path, html }: PlainPage): Endpoint => ({
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: false,
  methods: ['GET'],
  path,
  route: path,
  answer: () => pageAnswer(200, html),
})
