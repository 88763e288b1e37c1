import type { ComponentProps } from 'preact'
import { useLatePart } from '../../parts/late-part.js'
import type { WhatsappMessage } from '../../parts/whatsapp-message.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'

const load = () => import('../../parts/whatsapp-message.js')

/** A WhatsApp message as the phone shows it. Its code is loaded when a WhatsApp text is opened. */
export const LateWhatsappMessage = (props: ComponentProps<typeof WhatsappMessage>) => {
  const message = useLatePart(load)
  if (message === 'failed') return <p class="note alarm">{t.partFailed}</p>
  return message === undefined ? null : <message.WhatsappMessage {...props} />
}
