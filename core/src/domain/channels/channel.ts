export const CHANNELS = ['sms', 'whatsapp', 'email'] as const

/** The ways a message can travel (docs/contract#message-request). */
export type Channel = (typeof CHANNELS)[number]
