import { shortId } from '../../format/shown-text.js'
import { useTitle } from '../../state/title.js'
import { RECONCILIATION_TEXTS } from './reconciliation-texts.js'
import { MessageTracePane } from '../messages/message-trace.js'
import { BulkPane, isBulkId } from './bulk-pane.js'

interface OpenProps {
  readonly open: string
  readonly home: string
}

const OpenMessage = ({ open, home }: OpenProps) => {
  useTitle(shortId(open), { title: RECONCILIATION_TEXTS.title, href: home })
  return <MessageTracePane messageId={open} />
}

/** The pane next to a message list: a message or a bulk action. */
export const OpenRecord = ({ open, home }: OpenProps) =>
  isBulkId(open) ? (
    <BulkPane key={open} bulkId={open} home={home} />
  ) : (
    <OpenMessage key={open} open={open} home={home} />
  )
