import { grantable } from '../../../domain/operations/key-grant.js'
import { keyOperations } from '../../../domain/operations/keys/operations.js'
import { grantableView } from '../../../domain/operations/keys/views.js'
import type { Operation } from '../../../domain/operations/entries/operation.js'
import { OPERATIONS, type OperationName } from '../../../domain/operations/registry.js'
import { permissionsOf } from '../../../domain/operations/running/authorize-member.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../running/implementation.js'
import { membershipOf } from '../running/membership-of.js'

const operationNamed = (name: OperationName): Operation => OPERATIONS[name]

/** What keys of customers can be allowed, as the registry has it, and what of that the caller may do at this moment. */
export const listGrantableOperations = reading(keyOperations.listGrantableOperations, {
  read: async (call, { storage }) => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const permissions = permissionsOf(membershipOf(call).member.role)
    const operations = grantable('customer').map((name) => grantableView(operationNamed(name), permissions))
    return shown(epoch.right, { operations })
  },
})
