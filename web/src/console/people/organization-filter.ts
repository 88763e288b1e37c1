import { shortId } from '../../format/shown-text.js'
import type { FilterOption } from '../../parts/filter-bar.js'
import { organizationName } from '../state/names.js'
import { ORGANIZATIONS } from '../state/record-sources.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'

/** The filter of lists that belong to one Organization. */
export const ORGANIZATION_FILTER: readonly FilterOption[] = [
  {
    name: 'organizationId',
    label: t.organizationId,
    source: ORGANIZATIONS,
    wordOf: (id) => organizationName(id) ?? shortId(id),
  },
]
