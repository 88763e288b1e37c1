import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../forms/operation-dialog.js'
import { ACCESS_TEXTS as t } from '../language/access-texts.js'
import { PanelBox, TagWord } from '../parts/boxes.js'
import { DataTable } from '../parts/data-table.js'
import { ReadingView } from '../parts/screen-states.js'
import { DatedText } from '../parts/words.js'
import { forgetWritten } from '../state/stored-writing.js'
import { useReading } from '../state/reading.js'
import { say } from '../state/toast.js'

type Session = ResultOf<'listOwnSessions'>['sessions'][number]

const SessionTable = ({ sessions, onEnded }: { sessions: readonly Session[]; onEnded(): void }) => {
  const [ending, setEnding] = useState<Session>()
  return (
    <>
      <DataTable
        label={t.sessions}
        rows={sessions}
        keyOf={({ sessionId }) => sessionId}
        columns={[
          {
            head: t.from,
            cell: ({ clientAddress, isCurrent }) => (
              <>
                {clientAddress ?? t.unknown} {isCurrent && <TagWord tone="good">{t.current}</TagWord>}
              </>
            ),
          },
          { head: t.place, cell: ({ place }) => t.places[place] },
          { head: t.signedIn, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
          { head: t.seen, cell: ({ seenAt }) => <DatedText at={seenAt} /> },
          { head: t.until, cell: ({ endsAt }) => <DatedText at={endsAt} /> },
          {
            head: t.actions,
            isNumber: true,
            cell: (session) => (
              <div class="row end">
                <button type="button" class="button bare" onClick={() => setEnding(session)}>
                  {t.end}
                </button>
              </div>
            ),
          },
        ]}
      />
      {ending !== undefined && (
        <OperationDialog
          operation="endOwnSession"
          title={t.endTitle}
          lead={ending.isCurrent ? t.endOwnLead : t.endLead}
          fixed={{ sessionId: ending.sessionId }}
          confirm={t.endDo}
          tone="stop"
          onClose={() => setEnding(undefined)}
          onDone={() => {
            if (ending.isCurrent) forgetWritten()
            setEnding(undefined)
            say(t.ended)
            onEnded()
          }}
        />
      )}
    </>
  )
}

/** Lists the person's sessions, with buttons to end one or all of them. */
export const SessionPanel = () => {
  const reading = useReading('listOwnSessions', {})
  const [isLeaving, setLeaving] = useState(false)
  return (
    <PanelBox
      title={t.sessions}
      aside={
        <button type="button" class="button bare" onClick={() => setLeaving(true)}>
          {t.everywhere}
        </button>
      }
    >
      <ReadingView reading={reading}>
        {({ sessions }) => <SessionTable sessions={sessions} onEnded={reading.retry} />}
      </ReadingView>
      {isLeaving && (
        <OperationDialog
          operation="endOwnSessions"
          title={t.everywhereTitle}
          lead={t.everywhereLead}
          confirm={t.everywhereDo}
          tone="stop"
          onClose={() => setLeaving(false)}
          onDone={() => {
            forgetWritten()
            setLeaving(false)
          }}
        />
      )}
    </PanelBox>
  )
}
