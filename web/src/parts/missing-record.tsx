import { PART_TEXTS as t } from '../language/part-texts.js'
import type { PagedList } from '../state/pages.js'
import { EmptyNote, LoadingBones } from './screen-states.js'

/** Shown if the record of an address isn't in the list, or isn't loaded yet. */
export const MissingRecord = ({ label, list }: { label: string; list: PagedList<unknown> }) => (
  <section class="pane" aria-label={label}>
    {list.rows === undefined ? (
      list.error === undefined && <LoadingBones />
    ) : (
      <EmptyNote title={t.notListedTitle}>{list.more === undefined ? t.notListed : t.notListedYet}</EmptyNote>
    )}
  </section>
)
