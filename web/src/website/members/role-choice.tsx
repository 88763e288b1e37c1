import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized } from '../../format/shown-text.js'
import { callValues } from '../../forms/value-words.js'
import { FactList } from '../../parts/boxes.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { memberPermissionsText, roleWord } from './role-words.js'

/** All roles, and which of them the reader may grant. */
export type RoleList = ResultOf<'listOrganizationRoles'>['roles']

callValues({ role: roleWord })

/** Limits the role field of a form to the roles that the reader may grant, plus the current one. */
export const withGivable =
  (roles: RoleList, present?: string) =>
  (fields: readonly FormField[]): readonly FormField[] =>
    fields.map((field) => {
      if (field.name !== 'role') return field
      const givable = roles.filter(({ role, isGivable }) => isGivable && role !== present)
      return { ...field, values: givable.map(({ role }) => role) }
    })

/** The permissions of every role, as a collapsible list. */
export const RoleGuide = ({ roles }: { roles: RoleList }) => (
  <details class="guide">
    <summary>{t.roleGuide}</summary>
    <FactList
      facts={roles.map(({ role, permissions }) => [
        roleWord(role),
        capitalized(memberPermissionsText(permissions)),
      ])}
    />
  </details>
)

/** The permissions of the chosen role. */
export const RoleHint = ({ roles, role }: { roles: RoleList; role: unknown }) => {
  const chosen = roles.find((one) => one.role === role)
  if (chosen === undefined) return null
  return <p class="small quiet">{t.may(memberPermissionsText(chosen.permissions))}</p>
}
