import type { EntranceSettings } from '@postrider/website/website-needs'
import { shellQuoted } from './demo-shell.js'

/** How somebody at the website reads a mail that goes to nobody's mailbox: where it is, and a command that shows its link. */
export const mailHintOf = (inbox: string): NonNullable<EntranceSettings['mailHint']> => ({
  sentence: `This is a demo, which sends no mail anywhere: its mails are in ${inbox}, the newest last. In a terminal this shows the link of the newest:`,
  command: `grep -o 'http[^ ]*token=[A-Za-z0-9_]*' ${shellQuoted(inbox)} | tail -n 1`,
})
