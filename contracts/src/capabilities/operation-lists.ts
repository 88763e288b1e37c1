import { OPERATIONS } from '@postrider/core/assembly/registry'
import { isFor, type Operation } from '@postrider/core/identity/domain/access/operation'
import { ADMIN_PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import { between, type DerivedFile } from '../documents/derived-file.js'
import { tableText } from '../documents/table-text.js'

const operations: readonly Operation[] = Object.values(OPERATIONS)

const inCode = (name: string): string => `\`${name}\``

const isOfWebsite = ({ audiences }: Operation): boolean => audiences.includes('customerWebsite')
const isOfControl = (operation: Operation): boolean => isFor(operation, 'customerControl')
const isOfCustomerAgents = (operation: Operation): boolean => isFor(operation, 'customerAgent')

/** Fields that the page describes for all operations. */
const COMMON = new Set(['organizationId', 'requestId', 'nextCursor', 'replayed'])

const fieldsOf = ({ required, optional }: Operation['request']): string => {
  const isPage = 'cursor' in optional
  const isOwn = (name: string): boolean => !COMMON.has(name) && !(isPage && /^(limit|cursor)$/.test(name))
  const isDefaulted = (name: string): boolean => required[name]?._tag === 'Defaulted'
  const fields = [
    ...Object.keys(required)
      .filter(isOwn)
      .map((name) => (isDefaulted(name) ? `${inCode(name)}?` : inCode(name))),
    ...Object.keys(optional)
      .filter(isOwn)
      .map((name) => `${inCode(name)}?`),
    ...(isPage ? ['page'] : []),
  ]
  return fields.length === 0 ? '-' : fields.join(', ')
}

const permissionOf = ({ permission, tenant }: Operation): string => {
  if (permission !== undefined) return inCode(permission)
  return tenant === 'none' ? 'signed in' : 'any member'
}

const tableOf = (some: readonly Operation[]): readonly string[] => [
  '',
  tableText([
    ['Operation', 'Body', 'Result', 'Permission'],
    ...some.map((operation) => [
      inCode(operation.name),
      fieldsOf(operation.request),
      fieldsOf(operation.result),
      permissionOf(operation),
    ]),
  ]),
  '',
]

const byPermission = (): readonly string[] =>
  ADMIN_PERMISSIONS.flatMap((permission) => {
    const own = operations.filter((operation) => operation.permission === permission)
    const named = (isForAgents: boolean) =>
      own.filter(({ audiences }) => audiences.includes('adminAgent') === isForAgents)
    return [
      `- ${inCode(permission)}`,
      ...named(true).map(({ name }) => `  - ${inCode(name)}`),
      ...named(false).map(({ name }) => `  - ${inCode(name)} _in person_`),
    ]
  })

const written = (what: string): readonly [start: string, end: string] => [
  `${what}, written by npm run fix`,
  `End of the ${what.toLowerCase()}`,
]

/** The pages with lists of operations, which `npm run fix` writes. */
export const OPERATION_LISTS: readonly DerivedFile[] = [
  {
    path: 'docs/api/admin.md',
    write: (text) => between(text, ...written('Operations by permission'), ['', ...byPermission(), '']),
  },
  {
    path: 'docs/api/operations.md',
    write: (text) => {
      const ofAgents = operations.filter((one) => isOfCustomerAgents(one) && !isOfControl(one))
      const ofWebsite = operations.filter((one) => isOfWebsite(one) && !isOfCustomerAgents(one))
      const names = operations.filter(isOfCustomerAgents).map(({ name }) => `- ${inCode(name)}`)
      const control = tableOf(operations.filter(isOfControl))
      const withControl = between(text, ...written('Control operations'), control)
      const withNames = between(withControl, ...written('Operations of customer keys'), ['', ...names, ''])
      const withAgents = between(withNames, ...written('Operations for Agents only'), tableOf(ofAgents))
      return between(withAgents, ...written('Website operations'), tableOf(ofWebsite))
    },
  },
]
