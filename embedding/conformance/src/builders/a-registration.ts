import type { Forms } from '@postrider/core/channels/channels'

/** The DLT registration of a text with India's carriers, which sending to +91 requires. */
export const DLT_REGISTRATION: Forms['sms']['registration'] = {
  entityId: '1101456789012345678',
  templateId: '1107456789012345678',
  header: 'ACMEIN',
}

/** The registration of a text with WhatsApp. */
export const WHATSAPP_REGISTRATION: Forms['whatsapp']['registration'] = {
  name: 'order_shipped',
  language: 'en_US',
  namespace: 'c8ae5f90_307a_ca4c',
}
