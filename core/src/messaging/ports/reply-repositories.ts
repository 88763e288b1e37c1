import type { InboundId } from '../../kernel/ids/id.js'
import type { ErasableRepository } from '../../kernel/ports/repository.js'
import type { KeywordReply } from '../domain/inbound/keyword-reply.js'

/** Replies to keywords, inside a unit of work. */
export interface ReplyRepositories {
  /** The replies that wait for their acceptance, by the messages that they reply to. */
  readonly keywordReplies: Pick<ErasableRepository<InboundId, KeywordReply>, 'add' | 'remove'>
}
