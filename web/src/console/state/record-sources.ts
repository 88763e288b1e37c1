import { shortId, shownText } from '../../format/shown-text.js'
import type { PickedRecord, RecordSource } from '../../parts/record-picker.js'
import { client } from '../../state/connection.js'
import { providerAccountName, nameOfApp, organizationName, rememberNames } from './names.js'

const MOST = 10

/** Stores the names of found records, so that they can be shown from now on. */
const remembered = (records: readonly PickedRecord[]): readonly PickedRecord[] => {
  rememberNames(records)
  return records
}

/** Finds organizations by a part of their names or by the start of their identifiers. */
export const ORGANIZATIONS: RecordSource = {
  find: async (text) => {
    const { organizations } = await client.read('listOrganizations', {
      limit: MOST,
      ...(text === '' ? {} : { text }),
    })
    return remembered(
      organizations.map(({ organizationId, displayName, legalName }) => ({
        id: organizationId,
        name: displayName,
        about: legalName === displayName ? shortId(organizationId) : shownText(legalName),
      })),
    )
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
    return remembered(
      apps.map(({ appId, name, environment, organizationName: owner }) => ({
        id: appId,
        name,
        about: `${shownText(owner)}, ${environment}`,
      })),
    )
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
        name,
        about: kind,
      }))
  },
  nameOf: (id) => providerAccountName(id),
}
