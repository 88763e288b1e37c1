import type { EntranceSettings } from '@postrider/website/website-needs'
import { shellQuoted } from './demo-shell.js'

/**
 * How a website user reads an email that isn't delivered to a mailbox: its file, and a command that shows its
 * link.
 */
export const mailHintOf = (inbox: string): NonNullable<EntranceSettings['mailHint']> => ({
  sentence: `This is a demo, which sends no mail anywhere: its mails are in ${inbox}, the newest last. In a terminal this shows the link of the newest:`,
  command: `grep -o 'http[^ ]*token=[A-Za-z0-9_]*' ${shellQuoted(inbox)} | tail -n 1`,
})
