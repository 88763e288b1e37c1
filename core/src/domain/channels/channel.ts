export const CHANNELS = ['sms', 'whatsapp', 'email'] as const

/** The ways a message can travel (specification 2.2). */
export type Channel = (typeof CHANNELS)[number]

export const isChannel = (text: string): text is Channel => (CHANNELS as readonly string[]).includes(text)
