import { deliveringSuite } from './delivering.js'
import type { OpenQueue } from './open-queue.js'
import { publishingSuite } from './publishing.js'

/** Proves every promise of the queue port on what `open` opens. */
export const describeQueue = (name: string, open: OpenQueue): void => {
  describe(`${name} keeps the promises of the queue`, () => {
    publishingSuite(open)
    deliveringSuite(open)
  })
}
