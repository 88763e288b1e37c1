import { useEffect } from 'preact/hooks'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { Icon } from '../parts/icons.js'
import { nowMs } from '../state/connection.js'
import { dismissToast, toast } from '../state/toast.js'

/** A temporary notice of what was just done. */
export const ToastBar = () => {
  const notice = toast.value
  const leftMs = notice === undefined ? 0 : notice.untilMs - nowMs.value
  const isOver = notice !== undefined && leftMs <= 0
  useEffect(() => {
    if (isOver) dismissToast()
  }, [isOver])
  return (
    <div class="toasts" role="status">
      {notice !== undefined && !isOver && (
        <div class="toast">
          <Icon name="done" tone="good" />
          <span>{notice.text}</span>
          {notice.undo === undefined ? (
            <button type="button" class="button bare" onClick={dismissToast}>
              {t.dismiss}
            </button>
          ) : (
            <button
              type="button"
              class="button bare"
              onClick={() => {
                dismissToast()
                notice.undo?.()
              }}
            >
              <span aria-live="off">{t.undo(Math.ceil(leftMs / 1000))}</span>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
