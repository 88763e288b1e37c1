import { type Mailbox, openMailbox } from './mailbox.js'
import { openShownCentre, type ShownCentre } from './shown-centre.js'

/** The servers of the demo's own that it sends to. */
export interface DemoPeers {
  readonly mailbox: Mailbox
  readonly centre: ShownCentre
}

/** Starts both. */
export const openPeers = async (): Promise<DemoPeers> => {
  const mailbox = await openMailbox()
  return { mailbox, centre: await openShownCentre() }
}

export const closePeers = async ({ mailbox, centre }: DemoPeers): Promise<void> => {
  await mailbox.close()
  await centre.close()
}
