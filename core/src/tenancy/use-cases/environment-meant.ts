import type { OrganizationId } from '../../kernel/ids/id.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { Environment } from '../domain/records.js'
import { E } from '../../fp.js'
import type { TenancyStorage } from '../ports/tenancy-storage.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

type Named = Environment | undefined

const mustBeNamed = bodyProblem(
  '/environment',
  'required',
  'The environment is required, because the Projects of the Organization are in different environments.',
)

/**
 * The named environment. Without a name, the one that all Projects have; InvalidRequest if they differ
 * (docs/api/money#environments).
 */
const meant = (named: Named, environments: readonly Environment[]): E.Either<Refusal, Environment> => {
  const [only, ...others] = environments
  const environment = named ?? (others.length === 0 ? only : undefined)
  return environment === undefined ? E.left(invalidRequest([mustBeNamed])) : E.right(environment)
}

/**
 * The environment that a mutation about an Organization's money refers to; InvalidRequest if it isn't clear.
 */
export const environmentInUnit = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  named: Named,
): Promise<E.Either<Refusal, Environment>> =>
  named === undefined ? meant(named, await unit.projects.environmentsOf(organizationId)) : E.right(named)

/** Like {@link environmentInUnit}, for a read; Projects are read only if no environment is named. */
export const environmentToRead = async (
  { storage }: { readonly storage: { readonly tenancy: TenancyStorage } },
  organizationId: OrganizationId,
  named: Named,
): Promise<E.Either<Refusal | Outage, Environment>> => {
  if (named !== undefined) return E.right(named)
  const kept = await storage.tenancy.environments(organizationId)()
  return E.isLeft(kept) ? kept : meant(named, kept.right.value)
}
