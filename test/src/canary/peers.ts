import { TEMPLATES } from '../adapters/provider-whatsapp/open-whatsapp.js'
import { takeMail } from '../adapters/mail-smtp/take-mail.js'
import { startSmsc } from '../adapters/provider-smpp/smsc.js'
import { startTwilioGateway } from '../callbacks/twilio-gateway.js'
import { startWhatsappCloud } from '../servers/whatsapp-cloud.js'

/** The recipients that the gateway permanently refuses, and those with unreadable reports. */
export const REFUSED_BY_GATEWAY = '+919800000403'
export const BROKEN_AT_GATEWAY = '+919800000500'

/** The receivers of messages. */
export const startPeers = async () => {
  const smsc = await startSmsc()
  const gateway = await startTwilioGateway((to) =>
    to === REFUSED_BY_GATEWAY ? 403 : to === BROKEN_AT_GATEWAY ? 500 : undefined,
  )
  const cloud = await startWhatsappCloud(TEMPLATES)
  const senders: string[] = []
  const exchanger = await takeMail({
    hideSTARTTLS: true,
    onMailFrom: ({ address }, _session, answer) => {
      senders.push(address)
      answer()
    },
  })
  return {
    smsc,
    gateway,
    cloud,
    exchanger,
    /** The recipients of bounced emails. */
    mailedFrom: (): readonly string[] => senders,
    stop: () => Promise.all([smsc.kill(), gateway.close(), cloud.stop(), exchanger.close()]),
  }
}

export type Peers = Awaited<ReturnType<typeof startPeers>>
