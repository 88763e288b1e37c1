import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { type Foundation, type HttpFixture, openHttpFixture } from './http-fixture.js'
import type { HttpHostNeeds } from '@postrider/http/http-host'

/** Opens a host for the tests of a description, on the chosen engine. */
export type OpenHost = (changes?: Partial<HttpHostNeeds>, foundation?: Foundation) => Promise<HttpFixture>

const openOnPostgres: OpenHost = async (changes, foundation) => {
  const { url, drop } = await migratedPostgres()
  const http = await openHttpFixture(changes, { ...foundation, storageUrl: url })
  return {
    ...http,
    close: async () => {
      await http.close()
      await drop()
    },
  }
}

/**
 * Runs the tests of customer servers twice: on the embedded database, and on PostgreSQL, whose engine is an
 * external package.
 */
export const describeSending = (title: string, tests: (open: OpenHost) => void): void => {
  describe(title, () => tests(openHttpFixture))
  describe(`${title}, on PostgreSQL`, () => {
    tests(openOnPostgres)
  })
}
