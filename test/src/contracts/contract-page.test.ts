import { readdirSync, readFileSync } from 'node:fs'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { FIELD_CODES } from '@postrider/core/kernel/codecs/fault'
import { ID_PREFIXES } from '@postrider/core/kernel/ids/id'
import { FAILURE_CODES, MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { ADMIN_PERMISSIONS, PERMISSIONS, ROLES } from '@postrider/core/identity/domain/people/roles'
import { TEMPLATE_STATES } from '@postrider/core/templates/domain/draft'
import { VARIABLE_TYPES } from '@postrider/core/templates/domain/variable-type'
import { CREDENTIAL_ACTIONS } from '@postrider/core/tenancy/domain/credential'
import { expect } from 'chai'

const folder = new URL('../../../docs/api/', import.meta.url)
const page = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const contract = readdirSync(folder)
  .map(page)
  .join('\n')
  .replaceAll(/^```.*?^```/gms, '')
const named = new Set([...contract.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(' ')))

/** The names that callers write and read. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'the error codes': ERROR_CODES,
  'the codes of invalid fields': FIELD_CODES,
  'the paths': ROUTE_LIST.map(({ path }) => path),
  'the operations': Object.keys(OPERATIONS),
  'the scopes, permissions and roles': [
    ...CREDENTIAL_ACTIONS,
    ...PERMISSIONS,
    ...ADMIN_PERMISSIONS,
    ...ROLES,
  ],
  'the prefixes of identifiers': ID_PREFIXES,
  'the channels': CHANNEL_NAMES,
  'the states and failure codes of messages': [...MESSAGE_STATES, ...FAILURE_CODES],
  'the states of templates and the types of their variables': [...TEMPLATE_STATES, ...VARIABLE_TYPES],
}

/** The list on the page of admin operations: the permission above each, and its callers. */
const adminOperations = (): readonly string[] => {
  const [, after = ''] = page('admin.md').split('## Operations by permission\n')
  const [section = ''] = after.split('\n## ')
  let below = ''
  return section.split('\n').flatMap((line) => {
    if (line.startsWith('- ')) below = line
    const [, name, mark] = /^ {2}- `(\w+)`(.*)$/.exec(line) ?? []
    return name === undefined
      ? []
      : [`${name}${mark} ${/`(admin\.[\w.]+)`$/.exec(below)?.[1] ?? 'by no area'}`]
  })
}

const asListed = (name: keyof typeof OPERATIONS): string => {
  const { audiences, permission }: Operation = OPERATIONS[name]
  return `${name}${audiences.includes('adminAgent') ? '' : ' _in person_'} ${permission ?? 'by no area'}`
}

const escaped = (text: string): string => text.replace(/[{}.]/g, '\\$&')

/** A path with everything below it: `/v1/messages` for `/v1/messages/{messageId}`. */
const topOf = (path: string): string =>
  /^\/v1\/(?:auth|test)\//.test(path) ? path : path.split('/').slice(0, 3).join('/')

describe('The pages of the contract', () => {
  for (const [what, names] of Object.entries(NAMES))
    it(`name ${what}`, () => {
      expect(names.filter((name) => !named.has(name))).to.deep.equal([])
    })

  it('list every endpoint and every path of the sending app in the conventions', () => {
    const conventions = page('conventions.md')
    const [, endpoints = ''] = conventions.split('### Endpoints\n')
    const listed = endpoints.split('\n### ')[0] ?? ''
    const paths = ROUTE_LIST.map(({ path }) => path)
    expect(paths.filter((path) => !new RegExp(`[ \`]${escaped(path)}\``).test(listed))).to.deep.equal([])
    const sending = conventions.split('\n').find((line) => line.startsWith('| sending app')) ?? ''
    const tops = ROUTE_LIST.filter(({ boundary }) => boundary === 'server').map(({ path }) => topOf(path))
    expect(tops.filter((path) => !sending.includes(`\`${path}\``))).to.deep.equal([])
  })

  it('list the admin operations below their permissions, and mark those only for people', () => {
    expect([...adminOperations()].sort()).to.deep.equal(operationsFor('adminConsole').map(asListed).sort())
  })
})
