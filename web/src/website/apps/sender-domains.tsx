import type { ResultOf } from '@postrider/core/assembly/registry'
import { shownText } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { DatedText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import type { ListedApp } from './app-words.js'
import { SENDER_TEXTS as t } from './sender-texts.js'

type Domain = ResultOf<'checkSenderDomains'>['domains'][number]
type DomainRecord = Domain['records'][number]

/** A record: its name, and its text as published or as it should be. */
const RecordItem = ({ record: { record, status, name, found, publish } }: { record: DomainRecord }) => {
  const text = status === 'ok' ? found.join(' ') : publish
  return (
    <div class="stack tight">
      <div class="row">
        <b class="strong">{t.records[record]}</b>
        <TagWord tone={status === 'ok' ? 'good' : 'warn'}>{t.recordStatuses[status] ?? status}</TagWord>
      </div>
      {name !== undefined && <div class="mono">{shownText(name)}</div>}
      {text === undefined ? (
        <div class="quiet">{t.askProvider}</div>
      ) : (
        <div class="mono">{shownText(text)}</div>
      )}
    </div>
  )
}

/** The DNS records of the domains that an app's emails are from, and the ones to publish. */
export const SenderDomains = ({ app: { organizationId, appId } }: { app: ListedApp }) => {
  const reading = useReading('checkSenderDomains', { organizationId, appId })
  return (
    <ReadingView reading={reading}>
      {({ domains }) => (
        <>
          {domains.map(({ value, checkedAt, records }) => (
            <div key={value} class="stack tight">
              <h3>{t.domainTitle(shownText(value))}</h3>
              <p class="quiet">
                {t.domainLead} {t.checked} <DatedText at={checkedAt} />
              </p>
              {records.map((record) => (
                <RecordItem key={record.record} record={record} />
              ))}
            </div>
          ))}
        </>
      )}
    </ReadingView>
  )
}
