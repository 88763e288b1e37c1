export const CHANNELS = ['sms', 'whatsapp', 'email'] as const

/** The ways a message can travel (specification 2.2). */
export type Channel = (typeof CHANNELS)[number]
