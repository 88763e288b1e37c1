import { PART_TEXTS as t } from '../../language/part-texts.js'
import { pathWith } from '../../state/address.js'
import { may } from '../state/access.js'

/** Links to the audit log of a record, for people who may read it. */
export const HistoryLink = ({ target, isPushed = false }: { target: string; isPushed?: boolean }) =>
  may('admin.audit') ? (
    <a class={isPushed ? 'push above' : 'above'} href={pathWith('/audit', { target })}>
      {t.history}
    </a>
  ) : null
