import { PART_TEXTS as t } from '../language/part-texts.js'
import type { PagedList } from '../state/pages.js'
import { EmptyNote, LoadingBones } from './screen-states.js'

/** What stands where a record that an address names is not among those that are listed, or not yet. */
export const MissingRecord = ({ label, list }: { label: string; list: PagedList<unknown> }) => (
  <section class="pane" aria-label={label}>
    {list.rows === undefined ? (
      list.error === undefined && <LoadingBones />
    ) : (
      <EmptyNote title={t.notListedTitle}>{list.more === undefined ? t.notListed : t.notListedYet}</EmptyNote>
    )}
  </section>
)
