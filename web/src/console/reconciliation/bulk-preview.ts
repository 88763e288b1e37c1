import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import type { RequestInput } from '../../live/live-client.js'
import { errorOf } from '../../live/open-calls.js'
import { address, pathWith, visit } from '../../state/address.js'
import { client } from '../../state/connection.js'

type BulkOperation = RequestOf<'previewBulk'>['operation']
/** Records by name: receipts to be assigned have their messages beside them. */
type NamedItems = NonNullable<RequestOf<'previewBulk'>['items']>

/** How many records can be named at once. */
export const MOST_NAMED = 500

/** What was selected, and whether by name. */
interface SelectionPreview extends ResultOf<'previewBulk'> {
  readonly isNamed: boolean
}

/** Bulks by their selections, as long as the page is open: what a selection held is shown by nobody else. */
const previews = new Map<string, SelectionPreview>()

/** What was selected, where it was selected on this page. */
export const selectedPreview = (bulkId: string): SelectionPreview | undefined => previews.get(bulkId)

/** Selects records for a decision, and goes to where it is shown what it hits. */
export interface BulkPreview {
  readonly operation: BulkOperation
  readonly isSelecting: boolean
  readonly error: ErrorBody | undefined
  /** Undefined: all that match. */
  select(items?: NamedItems): void
}

/** How records of a list are selected for an operation; `home` is the address of the list. */
export const useBulkPreview = (
  request: RequestInput<'previewBulk'>,
  home: string,
  onSelected: () => void = () => {},
): BulkPreview => {
  const [isSelecting, setSelecting] = useState(false)
  const [error, setError] = useState<ErrorBody>()
  const select = async (items: NamedItems | undefined): Promise<void> => {
    setSelecting(true)
    setError(undefined)
    try {
      const selected = await client.mutate('previewBulk', { ...request, ...(items && { items }) })
      previews.set(selected.bulk.bulkId, { ...selected, isNamed: items !== undefined })
      onSelected()
      visit(pathWith(`${home}/${selected.bulk.bulkId}`, address.value.filters))
    } catch (failure) {
      setError(errorOf(failure))
    }
    setSelecting(false)
  }
  return {
    operation: request.operation,
    isSelecting,
    error,
    select: (items) => {
      if (!isSelecting) void select(items)
    },
  }
}
