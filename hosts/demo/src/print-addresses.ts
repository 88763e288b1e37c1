import type { Terminal } from '@postrider/command/terminal/terminal'
import { sendBody } from './demo-api.js'
import { demoFile, inboxFile } from './demo-file.js'
import { shellFile } from './demo-shell.js'
import type { DemoTenants } from './demo-tenant.js'

interface Addresses {
  readonly baseUrl: string
  readonly consoleUrl: string
  readonly websiteUrl: string
  readonly metricsUrl: string
  readonly dataDir: string
  readonly logFile: string
}

/** Prints the files that remain when the demo has ended. */
export const printDataFolder = (terminal: Terminal, { dataDir, logFile }: Addresses): void => {
  terminal.say(terminal.paint('bold', 'Look'))
  terminal.say(`  what was "delivered"   ${inboxFile(dataDir)}`)
  terminal.say(`  the log                ${logFile}`)
  terminal.say('  Without --once the demo goes on serving, and shows how to send to it.')
}

/** Prints the addresses and commands to try next; every line can be pasted into a shell. */
export const printAddresses = (
  terminal: Terminal,
  { baseUrl, consoleUrl, websiteUrl, metricsUrl, dataDir, logFile }: Addresses,
  { main, admin, user }: DemoTenants,
  { messageId, to }: { readonly messageId: string; readonly to: string },
): void => {
  const bearer = `-H 'Authorization: Bearer ${main.credential}'`
  const body = JSON.stringify(sendBody(main, 'sms', to))
  const head = (text: string): void => terminal.say(terminal.paint('bold', text))
  head('Look')
  terminal.say(`  the console            ${consoleUrl}`)
  terminal.say(`    sign in as           ${admin.email}`)
  terminal.say(`    password             ${admin.password}`)
  terminal.say(`    a code, each time    . ${shellFile(dataDir)} && console_code`)
  terminal.say(`  the website            ${websiteUrl}`)
  terminal.say(`    sign in as           ${user.email}`)
  terminal.say(`    password             ${user.password}`)
  terminal.say(`  the API, to read       ${baseUrl}/docs`)
  terminal.say(`  figures                ${metricsUrl}/metrics`)
  terminal.say(`  what was "delivered"   ${inboxFile(dataDir)}`)
  terminal.say(`  all of this, as JSON   ${demoFile(dataDir)}`)
  terminal.say(`  the log                ${logFile}`)
  terminal.say()
  head('Try')
  terminal.say('  send (the key makes a repeat safe: change it for another message)')
  terminal.say(
    `    curl -sS ${baseUrl}/v1/messages ${bearer} -H 'Content-Type: application/json' ` +
      `-H 'Idempotency-Key: my-first-message' -d '${body}'`,
  )
  terminal.say('  ask what became of a message')
  terminal.say(`    curl -sS ${baseUrl}/v1/messages/${messageId} ${bearer}`)
  terminal.say()
}
