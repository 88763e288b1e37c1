import { flag } from '../../kernel/codecs/flag.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { auditEventShape, auditSearch } from './shapes.js'

/** The audit log as super admins read it (docs/contract#audit-events). */
export const auditOperations = operationsAbout('Audit', {
  listAuditEvents: {
    audiences: ['adminConsole', 'adminAgent'],
    keyKinds: ['admin'],
    tenant: 'none',
    permission: 'admin.audit',
    whileSuspended: true,
    controls: [],
    refusals: ['NotFound'],
    summary: 'List what was done, and what was refused',
    description:
      'Newest first, of all chains; of one with `organizationId`, or with `platform` of what concerns no tenant. A page may be shorter than was asked for, even empty, while there is more.',
    mutation: false,
    effect: 'reads',
    live: runAgainForAll('act'),
    request: pageRequest(
      {},
      {
        organizationId,
        platform: flag({ description: 'True: only what concerns no tenant.' }),
        ...auditSearch,
        from,
        to,
      },
    ),
    result: pageResult({ events: list(auditEventShape) }),
  },
} as const satisfies Entries)
