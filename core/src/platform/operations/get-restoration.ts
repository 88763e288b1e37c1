import { rightsVersion } from '../domain/installation/rights.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { reading, shown } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { text } from '../../kernel/codecs/text.js'
import { PLATFORM_INTERACTIVE, shownRightsVersion } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { open } from '../../kernel/codecs/shape.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'

const line = (description: string) => text({ minLength: 0, maxLength: 500, description })

export const getRestorationEntry = entryOf('Platform', 'getRestoration', {
  ...PLATFORM_INTERACTIVE,
  summary: 'Show whether the database is held, what waits, and what lets people and programs in',
  description:
    'Credentials, keys and rights are as they were when the backup was made: also what was revoked since. The lists ' +
    'have at most 100 entries; the counts are whole.',
  permission: 'admin.users',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act', 'message'),
  request: readRequest({}, {}),
  result: readResult(
    {
      heldSince: nullable(timestamp('Since when nothing is sent; null: it is not held.')),
      heldBecause: nullable(line('Why.')),
      waiting: integer({
        min: 0,
        description: 'Messages that wait for a word; at most 100,000 are counted.',
      }),
      rightsVersion: shownRightsVersion,
      credentials: integer({ min: 0 }),
      agentKeys: integer({ min: 0 }),
      members: integer({ min: 0 }),
      listedCredentials: list(
        open({ credentialId: line('The credential.'), organizationId, label: line('Its label.') }, {}),
      ),
      listedAgentKeys: list(
        open({ agentKeyId: line('The key.'), kind: line('Its kind.'), label: line('Its label.') }, {}),
      ),
      superAdmins: list(
        open({ userId: line('Who.'), email: line('Where.'), permissions: list(line('May do this.')) }, {}),
      ),
    },
    {},
  ),
})

const MOST_COUNTED = 100_000
const MOST_LISTED = 100

export const getRestoration = reading(getRestorationEntry, {
  read: async (_call, { storage, digests }) => {
    const [installation, waiting, rights] = await Promise.all([
      storage.installation.read()(),
      storage.installation.countRestoreHeld(MOST_COUNTED)(),
      storage.installation.rights()(),
    ])
    if (E.isLeft(installation)) return installation
    if (E.isLeft(waiting)) return waiting
    if (E.isLeft(rights)) return rights
    const { hold } = installation.right
    const { epoch, value } = rights.right
    const result = {
      heldSince: hold === undefined ? null : isoTime(hold.sinceMs),
      heldBecause: hold?.because ?? null,
      waiting: waiting.right,
      rightsVersion: rightsVersion(value, digests.sha256),
      credentials: value.credentials.length,
      agentKeys: value.agentKeys.length,
      members: value.members,
      listedCredentials: value.credentials.slice(0, MOST_LISTED),
      listedAgentKeys: value.agentKeys.slice(0, MOST_LISTED),
      superAdmins: value.superAdmins
        .slice(0, MOST_LISTED)
        .map((one) => ({ ...one, permissions: [...one.permissions] })),
    }
    return shown(epoch, result)
  },
})
