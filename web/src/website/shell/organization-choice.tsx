import { shownText } from '../../format/shown-text.js'
import { visit } from '../../state/address.js'
import { WEBSITE_TEXTS as t } from './website-texts.js'
import { context, shownOrganizationId, showOrganization } from '../state/access.js'

/** Shows the current organization. People who belong to several can switch. */
export const OrganizationChoice = () => {
  const organizations = context.value?.memberships.map(({ organization }) => organization) ?? []
  const [only] = organizations
  if (only === undefined) return null
  if (organizations.length === 1)
    return (
      <p class="choice-of-organization strong">
        <bdi>{shownText(only.displayName)}</bdi>
      </p>
    )
  return (
    <label class="choice-of-organization">
      <span class="small quiet">{t.organization}</span>
      <select
        class="input"
        value={shownOrganizationId.value ?? ''}
        onChange={({ currentTarget }) => {
          showOrganization(currentTarget.value)
          visit('/', {})
        }}
      >
        {organizations.map((organization) => (
          <option key={organization.organizationId} value={organization.organizationId}>
            {shownText(organization.displayName)}
          </option>
        ))}
      </select>
    </label>
  )
}
