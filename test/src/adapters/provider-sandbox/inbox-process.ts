import { inboxMessage, openInbox } from '@postrider/provider-sandbox/inbox'
import { anSms } from '@postrider/conformance/provider'

/**
 * Appends batches of three to the inbox of a directory until one has no room. It then tries that one again,
 * and ends with 0 on success.
 */
const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('the directory is missing')
const inbox = openInbox(directory)

const fits = async (): Promise<boolean> => {
  const messages = Array.from({ length: 3 }, () => inboxMessage(anSms('+447400120000')))
  try {
    await inbox.append(messages, 0)
    return true
  } catch {
    // Like the reporter, the same ones again.
    await inbox.append(messages, 0).catch(() => undefined)
    return false
  }
}

let batches = 0
while (await fits()) batches += 1
process.exitCode = batches > 0 ? 0 : 1
