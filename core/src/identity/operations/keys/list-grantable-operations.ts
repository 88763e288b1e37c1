import { grantableAmong } from '../../../runner/domain/grants/key-grant.js'
import { grantableView } from './views.js'
import { entryOf } from '../../domain/access/operation.js'
import { permissionsOf } from '../../domain/access/authorize-member.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { CUSTOMERS_OWN_KEYS } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { grantableShape } from './shapes.js'

/**
 * The operations that customer keys can be allowed, from the registry, and which of them the caller may
 * perform now.
 */
export const listGrantableOperationsEntry = entryOf('Keys', 'listGrantableOperations', {
  ...CUSTOMERS_OWN_KEYS,
  summary: 'List the operations that Agent keys of the Organization can be allowed',
  description: 'Shows what each operation does, what it requires, and whether the caller may do it now.',
  mutation: false,
  effect: 'reads',
  controls: [],
  whileSuspended: true,
  request: readRequest({ organizationId }, {}),
  result: readResult(
    { operations: list(grantableShape, { description: 'The operations that a key can be allowed.' }) },
    {},
  ),
})

export const listGrantableOperations = reading(listGrantableOperationsEntry, {
  read: async (call, { storage, entries }) => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const permissions = permissionsOf(membershipOf(call).member.role)
    const operations = grantableAmong(entries, 'customer').map((entry) => grantableView(entry, permissions))
    return shown(epoch.right, { operations })
  },
})
