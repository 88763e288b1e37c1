import type { ListedMessage, MessagePage } from './message-sources.js'

/** The most remembered messages; polls read only the newest pages. */
const MOST_REMEMBERED = 10_000

/** When a message last changed. */
export const changedAt = ({ updatedAt, acceptedAt }: ListedMessage): string => updatedAt ?? acceptedAt

const stampOf = (message: ListedMessage): string => `${message.state} ${changedAt(message)}`

/** Remembers the states of messages, so that each is shown once. */
export class SeenMessages {
  readonly #stamps = new Map<string, string>()
  /**
   * Messages that were accepted no later and last changed before `#begun` aren't new when they are first
   * read.
   */
  #oldest = ''
  #begun = ''

  /** Marks the messages of the newest page as known, without showing them. */
  begin({ messages, nextCursor }: MessagePage): void {
    this.remember(messages)
    if (nextCursor !== undefined) this.#oldest = messages.at(-1)?.acceptedAt ?? ''
    for (const message of messages) if (changedAt(message) > this.#begun) this.#begun = changedAt(message)
  }

  isKnown({ messageId }: ListedMessage): boolean {
    return this.#stamps.has(messageId)
  }

  /** Whether a message is new, or has changed since it was remembered. */
  isNews(message: ListedMessage): boolean {
    const before = this.#stamps.get(message.messageId)
    if (before !== undefined) return before !== stampOf(message)
    return message.acceptedAt > this.#oldest || changedAt(message) > this.#begun
  }

  /** Stores the current state of messages, and forgets the oldest entries. */
  remember(messages: readonly ListedMessage[]): void {
    for (const message of messages) {
      this.#stamps.delete(message.messageId)
      this.#stamps.set(message.messageId, stampOf(message))
    }
    for (const oldest of this.#stamps.keys()) {
      if (this.#stamps.size <= MOST_REMEMBERED) break
      this.#stamps.delete(oldest)
    }
  }
}
