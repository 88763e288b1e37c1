import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import type { RequestInput } from '../../live/live-client.js'
import { errorOf } from '../../live/open-calls.js'
import { address, pathWith, visit } from '../../state/address.js'
import { client } from '../../state/connection.js'

type BulkOperation = RequestOf<'previewBulk'>['operation']
/** Named records. Receipts to be assigned include their messages. */
type NamedItems = NonNullable<RequestOf<'previewBulk'>['items']>

/** How many records can be named at once. */
export const MOST_NAMED = 500

/** A selection, and whether its records were named one by one. */
interface SelectionPreview extends ResultOf<'previewBulk'> {
  readonly isNamed: boolean
}

/**
 * Selections by bulk identifier. They are kept only while the page is open; no operation returns them again.
 */
const previews = new Map<string, SelectionPreview>()

/** A selection that was made on this page. */
export const selectedPreview = (bulkId: string): SelectionPreview | undefined => previews.get(bulkId)

/** Selects records for a bulk action and opens its preview. */
export interface BulkPreview {
  readonly operation: BulkOperation
  readonly isSelecting: boolean
  readonly error: ErrorBody | undefined
  /** Undefined selects all matching records. */
  select(items?: NamedItems): void
}

/** Selects records of a list for an operation. `home` is the address of the list. */
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
