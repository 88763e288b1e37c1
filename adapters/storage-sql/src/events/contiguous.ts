import type { AppEvent } from '@postrider/core/events/domain/event'

/**
 * The events that follow the number without a gap, except a stated one. A reading can return a block without
 * the previous one, if a commit is inserted behind its scan; the next reading returns both.
 */
export const contiguous = (events: readonly AppEvent[], after: number): readonly AppEvent[] => {
  const isNext = ({ sequence, type }: AppEvent, at: number): boolean =>
    type === 'events.gap' || sequence === (events[at - 1]?.sequence ?? after) + 1
  const end = events.findIndex((event, at) => !isNext(event, at))
  return end === -1 ? events : events.slice(0, end)
}
