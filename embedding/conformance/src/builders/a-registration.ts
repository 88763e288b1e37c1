import type { Forms } from '@postrider/core/channels/channels'

/** Under what India's operators know a text, without which it does not go to +91. */
export const DLT_REGISTRATION: Forms['sms']['registration'] = {
  entityId: '1101456789012345678',
  templateId: '1107456789012345678',
  header: 'ACMEIN',
}

/** Under what WhatsApp's vendor knows a text. */
export const WHATSAPP_REGISTRATION: Forms['whatsapp']['registration'] = {
  name: 'order_shipped',
  language: 'en_US',
  namespace: 'c8ae5f90_307a_ca4c',
}
