import { grantable } from '../../../runner/domain/grants/key-grant.js'
import { keyOperations } from './operations.js'
import { grantableView } from './views.js'
import type { Operation } from '../../domain/access/operation.js'
import { OPERATIONS, type OperationName } from '../../../assembly/registry.js'
import { permissionsOf } from '../../domain/access/authorize-member.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

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
