import { groupOf } from '@postrider/core/feed/domain/change'
import { groupedBy } from '@postrider/core/kernel/grouped-by'
import type { InboundPartStorage } from '@postrider/core/messaging/ports/inbound-part-storage'
import type { Calls } from './calls.js'
import { noteChange } from './feed.js'
import type { MemoryTables } from './tables.js'

/** Parts of inbound messages, in memory. */
export const memoryInboundParts = (tables: MemoryTables, calls: Calls): InboundPartStorage => ({
  joinParts: (textKeys, decide) =>
    calls.writing('joinParts', () => {
      const kept = [...tables.inboundParts.values()].filter(({ textKey }) => textKeys.includes(textKey))
      const { messages, joined } = decide(kept)
      for (const message of messages) tables.inboundMessages.set(message.inboundId, message)
      for (const partId of joined) {
        const part = tables.inboundParts.get(partId)
        if (part !== undefined) tables.inboundParts.set(partId, { ...part, state: 'joined' })
      }
      if (messages.length > 0)
        noteChange(tables, { groups: [groupOf('inbound', messages.length)], messageIds: [] })
      return messages
    }),
  joinableTexts: ({ beforeMs, expiredBeforeMs, after = '', limit }) =>
    calls.reading('joinableTexts', () => {
      const waiting = [...tables.inboundParts.values()].filter(
        ({ state, receivedAtMs }) => state === 'waiting' && receivedAtMs < beforeMs,
      )
      return [...groupedBy(waiting, ({ textKey }) => textKey)]
        .filter(
          ([textKey, parts]) =>
            textKey > after &&
            (new Set(parts.map(({ number }) => number)).size >= (parts[0]?.total ?? 0) ||
              parts.some(({ receivedAtMs }) => receivedAtMs < expiredBeforeMs)),
        )
        .map(([textKey]) => textKey)
        .toSorted()
        .slice(0, limit)
    }),
  purgeParts: (beforeMs, most) =>
    calls.reading('purgeParts', () => {
      const old = [...tables.inboundParts.values()]
        .filter(({ state, receivedAtMs }) => state === 'joined' && receivedAtMs < beforeMs)
        .slice(0, most)
      for (const { partId } of old) tables.inboundParts.delete(partId)
      return old.length
    }),
})
