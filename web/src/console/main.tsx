import { render } from 'preact'
import { offerRecords } from '../forms/record-sources.js'
import { callValues } from '../forms/value-words.js'
import { shortId, shownText } from '../format/shown-text.js'
import { followLinks } from '../state/address.js'
import { startConnection } from '../state/connection.js'
import { applyAppearance } from '../state/appearance.js'
import { listenToKeys } from '../state/keyboard.js'
import { permissionWord } from './people/permission-words.js'
import { ConsoleShell } from './shell/console-shell.js'
import { learnAccess } from './state/access.js'
import { providerAccountName } from './state/names.js'
import { ORGANIZATIONS } from './state/record-sources.js'

const accountWord = (value: string): string => shownText(providerAccountName(value) ?? shortId(value))

callValues({
  permissions: permissionWord,
  providerAccountId: accountWord,
  providerAccountIds: accountWord,
})
offerRecords({ organizationId: ORGANIZATIONS })
applyAppearance()
followLinks()
listenToKeys()
startConnection(learnAccess)
render(<ConsoleShell />, document.getElementById('console') ?? document.body)
