import { writeSync } from 'node:fs'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { anAcceptanceQuery } from '@postrider/conformance/builders/an-acceptance-query'
import { openAnyStorage } from '../open-any-storage.js'

/**
 * A separate program that starts to accept and locks the account of the Organization in its second argument,
 * in the database of its first. It prints `held` and hangs, like a process that is stopped or swapped out.
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
