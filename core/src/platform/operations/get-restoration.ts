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

const line = (description: string, example: string) =>
  text({ minLength: 0, maxLength: 500, description, example })

export const getRestorationEntry = entryOf('Platform', 'getRestoration', {
  ...PLATFORM_INTERACTIVE,
  summary: 'Show whether sending is on hold after a restore, and what has to be reviewed',
  description:
    'Credentials, keys and permissions are those of the backup, also if they were revoked after it. Each list has at most 100 entries; the counts cover all.',
  permission: 'admin.users',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act', 'message'),
  request: readRequest({}, {}),
  result: readResult(
    {
      heldSince: nullable(timestamp("Time since which sending is on hold; null if it isn't.")),
      heldBecause: nullable(
        line("Reason for the hold; null if sending isn't on hold.", 'The database was restored.'),
      ),
      waiting: integer({
        min: 0,
        description: 'Number of messages that need a decision, counted up to 100,000.',
        example: 12,
      }),
      rightsVersion: shownRightsVersion,
      credentials: integer({ min: 0, description: 'Number of usable server credentials.', example: 3 }),
      agentKeys: integer({ min: 0, description: 'Number of usable Agent keys.', example: 1 }),
      members: integer({ min: 0, description: 'Number of members of all Organizations.', example: 12 }),
      listedCredentials: list(
        open(
          {
            credentialId: line('ID of the server credential.', 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd'),
            organizationId,
            label: line('Label of the server credential.', 'order service'),
          },
          {},
        ),
        { description: 'The first 100 server credentials.' },
      ),
      listedAgentKeys: list(
        open(
          {
            agentKeyId: line('ID of the Agent key.', 'agk_01k9x7c2v5n8q4r6t0w3y1z5bd'),
            kind: line('Kind of the Agent key.', 'customer'),
            label: line('Label of the Agent key.', 'nightly report'),
          },
          {},
        ),
        { description: 'The first 100 Agent keys.' },
      ),
      superAdmins: list(
        open(
          {
            userId: line('ID of the super admin.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
            email: line('Email address of the super admin.', 'asha@example.com'),
            permissions: list(line('A permission of the super admin.', 'admin.messages'), {
              description: 'Permissions of the super admin.',
            }),
          },
          {},
        ),
        { description: 'The first 100 super admins.' },
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
