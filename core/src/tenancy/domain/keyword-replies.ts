import type { TemplateId } from '../../kernel/ids/id.js'

/**
 * The replies that an app can send by itself: to a person who asks for help, and to confirm a recorded opt-out or
 * opt-in.
 */
export const REPLY_KINDS = ['help', 'stop', 'start'] as const

export type ReplyKind = (typeof REPLY_KINDS)[number]

/** The templates of an app's replies, at most one for each channel; absent: no reply. */
export type KeywordReplies = { readonly [K in ReplyKind]?: readonly TemplateId[] }
