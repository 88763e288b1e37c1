import { useEffect } from 'preact/hooks'
import { markSeen } from '../state/support.js'

/** Records that the reader has seen a ticket or a chat, unless the page is in the background. */
export const useSeen = (id: string, updatedAt: string | undefined): void => {
  useEffect(() => {
    if (updatedAt === undefined) return undefined
    const note = (): void => {
      if (!document.hidden) markSeen(id, updatedAt)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [id, updatedAt])
}
