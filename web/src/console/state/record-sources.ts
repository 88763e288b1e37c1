import { shortId, shownText } from '../../format/shown-text.js'
import type { RecordSource } from '../../parts/record-picker.js'
import { client } from '../../state/connection.js'
import { accountName, nameOfApp, organizationName } from './names.js'

const MOST = 10

/** Organizations by a part of their names, or by how their identifiers begin. */
export const ORGANIZATIONS: RecordSource = {
  find: async (text) => {
    const { organizations } = await client.read('listOrganizations', {
      limit: MOST,
      ...(text === '' ? {} : { text }),
    })
    return organizations.map(({ organizationId, displayName, legalName }) => ({
      id: organizationId,
      name: shownText(displayName),
      about: legalName === displayName ? shortId(organizationId) : shownText(legalName),
    }))
  },
  nameOf: (id) => {
    const name = organizationName(id)
    return name === undefined ? undefined : shownText(name)
  },
}

/** Apps of all organizations. */
export const APPS: RecordSource = {
  find: async (text) => {
    const { apps } = await client.read('findApps', { limit: MOST, ...(text === '' ? {} : { text }) })
    return apps.map(({ appId, name, environment, organizationName: owner }) => ({
      id: appId,
      name: shownText(name),
      about: `${shownText(owner)}, ${environment}`,
    }))
  },
  nameOf: (id) => {
    const name = nameOfApp(id)
    return name === undefined ? undefined : shownText(name)
  },
}

/** Provider accounts. */
export const ACCOUNTS: RecordSource = {
  find: async (text) => {
    const { providerAccounts } = await client.read('listProviderAccounts', {})
    return providerAccounts
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .slice(0, MOST)
      .map(({ providerAccountId, name, kind }) => ({
        id: providerAccountId,
        name: shownText(name),
        about: kind,
      }))
  },
  nameOf: (id) => accountName(id),
}
