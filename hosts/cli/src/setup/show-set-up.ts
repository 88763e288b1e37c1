import { CHANNELS } from '@postrider/core/channels/channels'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { ReadyTemplate } from '@postrider/core/templates/domain/ready-template'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { publicUrlOf, type Settings } from '@postrider/wiring/settings'
import { linkLines } from '@postrider/command/terminal/enrolment-link'
import { showEnrolled } from '@postrider/command/terminal/second-factor'
import { tableLines } from '@postrider/command/terminal/table'
import type { Terminal } from '@postrider/command/terminal/terminal'

/** A command line that sends one of the templates, to be pasted into a shell. */
const curlLine = (
  { credential, projectId, appId }: FirstSetUp,
  { templateId, channel, variables }: ReadyTemplate,
  baseUrl: string,
): string => {
  const body = { projectId, appId, channel, to: CHANNELS[channel].recipient.example, templateId, variables }
  return (
    `curl -sS ${baseUrl}/v1/messages -H 'Authorization: Bearer ${credential.bearer}' ` +
    `-H 'Content-Type: application/json' -H 'Idempotency-Key: my-first-message' -d '${JSON.stringify(body)}'`
  )
}

/** Shows everything that was created; its secrets are shown only this once. */
export const showSetUp = (terminal: Terminal, made: FirstSetUp, settings: Settings): void => {
  const head = (text: string): void => terminal.say(terminal.paint('bold', text))
  const { firstAdmin, templates } = made
  head('The app')
  const rows = [
    ['Organization', made.organizationId],
    ['Project', made.projectId],
    ['App', made.appId],
    ['Credential', `${made.credential.bearer}  until ${isoTime(made.credential.expiresAtMs)}`],
    ...templates.map(({ name, templateId, channel, variables, otpVariable }) => [
      'Template',
      `${templateId}  ${channel}, ${name}: ${otpVariable ?? Object.keys(variables).join(', ')}`,
    ]),
  ]
  for (const line of tableLines(rows)) terminal.say(`  ${line}`)
  head(`The first super admin, ${firstAdmin.email}`)
  showEnrolled(terminal, firstAdmin)
  head('The second super admin')
  for (const line of linkLines(made.secondAdmin)) terminal.say(line)
  // Prefer a channel without telephone numbers: users know an email address that they can test with.
  const template = templates.find(({ channel }) => !CHANNELS[channel].recipient.isNumber) ?? templates[0]
  if (template === undefined) return
  head('Send a message, once npx postrider start runs')
  terminal.say(`  ${curlLine(made, template, publicUrlOf(settings))}`)
}
