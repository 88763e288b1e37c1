import type { peopleOperations } from '../../../domain/operations/people/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as people from './people.js'

/** What carries out the operations about people who administer the platform. */
export const peopleImplementations = {
  ...people,
} satisfies ImplementationsOf<keyof typeof peopleOperations>
