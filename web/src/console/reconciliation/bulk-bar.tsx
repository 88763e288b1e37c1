import { refusalText } from '../../forms/submit-form.js'
import { shownText } from '../../format/shown-text.js'
import { BULK_TEXTS as t } from './bulk-texts.js'
import { Icon } from '../../parts/icons.js'
import type { ChosenRows } from '../../state/choice.js'
import type { PagedList } from '../../state/pages.js'
import { type BulkPreview, MOST_NAMED } from './bulk-preview.js'

/** Selects all matching records for a bulk action, even if they aren't shown. */
export const AllButton = ({ selector, list }: { selector: BulkPreview; list: PagedList<unknown> }) =>
  (list.rows ?? []).length === 0 ? null : (
    <button
      type="button"
      class="button push"
      disabled={selector.isSelecting}
      onClick={() => selector.select()}
    >
      {t.all}
    </button>
  )

interface BulkBarProps {
  readonly selector: BulkPreview
  readonly choice: ChosenRows
}

/** The bulk actions for the chosen rows, at the foot of the list, and the error if a selection fails. */
export const BulkBar = ({ selector, choice }: BulkBarProps) => {
  const { error, operation } = selector
  const keys = [...choice.keys]
  const isTooMany = keys.length > MOST_NAMED
  return (
    <>
      {error !== undefined && (
        <div class="bulk wrong" role="alert">
          <Icon name="triangle" tone="alarm" />
          <span>
            <b class="strong">{t.notSelected}</b> {shownText(refusalText(error))}
          </span>
        </div>
      )}
      {keys.length > 0 && (
        <div class="bulk">
          <b class="strong" role="status">
            {t.chosen(keys.length)}
          </b>
          {isTooMany && <span class="small quiet">{t.mostChosen(MOST_NAMED)}</span>}
          <span class="row push">
            <button type="button" class="button bare" onClick={choice.clear}>
              {t.clear}
            </button>
            <button
              type="button"
              class="button"
              disabled={selector.isSelecting || isTooMany}
              onClick={() => selector.select(keys.map((id) => ({ id })))}
            >
              {t.act(operation, keys.length)}…
            </button>
          </span>
        </div>
      )}
    </>
  )
}
