import { writeSync } from 'node:fs'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { anAcceptanceQuery } from '@postrider/conformance/builders/an-acceptance-query'
import { openAnyStorage } from '../open-any-storage.js'

/**
 * A program of its own: begins to accept, holds the account of the Organization that is its second argument in
 * the database of its first, says `held` and falls silent, as a process that is stopped or swapped out does.
 */
const [url = '', organization = ''] = process.argv.slice(2)
const storage = await openAnyStorage(url)
const account = {
  organizationId: organization as OrganizationId,
  environment: 'test' as const,
  currency: 'INR',
}
await storage.acceptance.accept(anAcceptanceQuery({ keys: [], accounts: [account] }), (): never => {
  writeSync(1, 'held\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('nobody wakes this')
})()
