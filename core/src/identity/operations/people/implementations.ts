import type { peopleOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as people from './people.js'

/** What carries out the operations about people who administer the platform. */
export const peopleImplementations = {
  ...people,
} satisfies ImplementationsOf<typeof peopleOperations>
