import type { KeyKind } from '../../../identity/domain/agents/agent-key.js'
import { permissionsOf } from '../../../identity/domain/access/authorize-member.js'
import { isFor, type Operation } from '../../../identity/domain/access/operation.js'
import { grantableAmong } from './key-grant.js'
import type { Permission, Role } from '../../../identity/domain/people/roles.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { CredentialAction } from '../../../tenancy/domain/credential.js'

/** The permission that a person needs to grant an action; undefined: managing credentials is enough. */
const ACTION_PERMISSIONS: Readonly<Record<CredentialAction, Permission | undefined>> = {
  'messages.send': undefined,
  'messages.read': 'messages.read',
  'billing.read': 'billing.read',
  'usage.read': 'billing.read',
  'events.read': 'messages.read',
}

/**
 * An Agent key with one of these operations creates secrets that outlive the key: only an owner can create
 * such a key.
 */
const OWNERS_ONLY: readonly string[] = ['createServerCredential']

/** The operations among `entries` that a key of this kind may have if it is created for another person. */
export const givableAmong = <O extends Operation>(entries: readonly O[], kind: KeyKind): readonly O[] =>
  grantableAmong(entries, kind).filter(({ name }) => !OWNERS_ONLY.includes(name))

const covers = (role: Role, permission: string | undefined): boolean => {
  const own: readonly string[] = permissionsOf(role)
  return permission === undefined || own.includes(permission)
}

/**
 * The actions that a member with this role can't give to a server credential, because they lack the
 * permission themselves (docs/api/access#server-credentials). Empty if all can be given.
 */
export const actionProblems = (role: Role, actions: readonly CredentialAction[]): readonly FieldProblem[] =>
  actions.flatMap((action, at) => {
    const permission = ACTION_PERMISSIONS[action]
    const message = `Your role lacks ${permission ?? ''}, so you can't grant ${action}.`
    return covers(role, permission) ? [] : [bodyProblem(`/actions/${at}`, 'not_allowed', message)]
  })

const permissionOf = (entries: readonly Operation[], name: string): string | undefined =>
  entries.find((entry) => entry.name === name && isFor(entry, 'customerAgent'))?.permission

/**
 * The operations that can't be in the allowlist of a customer key sponsored by a member with this role
 * (docs/api/access#agent-keys). `isOwn`: the member creates the key for themselves.
 */
export const allowlistProblems = (
  { role, isOwn }: { readonly role: Role; readonly isOwn: boolean },
  allowlist: readonly string[],
  entries: readonly Operation[],
): readonly FieldProblem[] =>
  allowlist.flatMap((name, at) => {
    const field = `/allowlist/${at}`
    if (OWNERS_ONLY.includes(name) && !(isOwn && role === 'owner')) {
      const message = `Only an owner can create a key with ${name}, and only for themselves, at the website.`
      return [bodyProblem(field, 'not_allowed', message)]
    }
    const message = `The role of the key's sponsor doesn't allow ${name}.`
    return covers(role, permissionOf(entries, name)) ? [] : [bodyProblem(field, 'not_allowed', message)]
  })
