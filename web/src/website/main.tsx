import { render } from 'preact'
import { followLinks } from '../state/address.js'
import { startConnection } from '../state/connection.js'
import { applyAppearance } from '../state/appearance.js'
import { listenToKeys } from '../state/keyboard.js'
import { WebsiteShell } from './shell/website-shell.js'
import { learnContext } from './state/access.js'

applyAppearance()
followLinks()
listenToKeys()
startConnection(learnContext)
render(<WebsiteShell />, document.getElementById('website') ?? document.body)
