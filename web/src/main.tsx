import { render } from 'preact'
import { ConsoleShell } from './shell/console-shell.js'
import { followLinks } from './state/address.js'
import { startConnection } from './state/connection.js'
import { listenToKeys } from './state/keyboard.js'

followLinks()
listenToKeys()
startConnection()
render(<ConsoleShell />, document.getElementById('console') ?? document.body)
