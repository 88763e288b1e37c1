import { MessageTracePane } from '../messages/message-trace.js'
import { BulkPane, isBulkId } from './bulk-pane.js'

/** What is open beside a list of messages: one of them, or a decision about many. */
export const OpenRecord = ({ open, home }: { open: string; home: string }) =>
  isBulkId(open) ? (
    <BulkPane key={open} bulkId={open} home={home} />
  ) : (
    <MessageTracePane key={open} messageId={open} />
  )
