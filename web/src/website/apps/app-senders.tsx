import type { ResultOf } from '@postrider/core/assembly/registry'
import { channelWord } from '../../language/channel-words.js'
import { regulationWord, senderKindWord } from '../../language/sender-words.js'
import { shownText } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import type { ListedApp } from './app-words.js'
import { SENDER_TEXTS as t } from './sender-texts.js'

type Channel = ResultOf<'listAppSenders'>['channels'][number]
type Row = Channel['senders'][number] & Pick<Channel, 'channel'>

const Registrations = ({ registrations }: Pick<Row, 'registrations'>) => (
  <div class="stack tight">
    {registrations.map(({ regulation, country, status, isInForce, registrationId }) => (
      <div key={`${regulation} ${country}`}>
        {regulationWord(regulation)}{' '}
        <TagWord tone={isInForce ? 'good' : 'warn'}>{t.statuses[status]}</TagWord>{' '}
        <span class="small quiet">{shownText(registrationId)}</span>
      </div>
    ))}
  </div>
)

/** A sender: which messages it sends, and its registrations. */
const SenderItem = ({
  row: { value, channel, kind, status, countries, classes, registrations },
}: {
  row: Row
}) => (
  <div class="stack tight">
    <div class="row">
      <b class="strong">{shownText(value)}</b>
      {status === 'paused' && <TagWord tone="warn">{t.paused}</TagWord>}
    </div>
    <div class="small quiet">
      {[
        channelWord(channel),
        senderKindWord(kind),
        countries?.join(', ') ?? t.everyCountry,
        classes?.join(', ') ?? t.everyClass,
      ].join(' · ')}
    </div>
    {registrations.length > 0 && <Registrations registrations={registrations} />}
  </div>
)

/** An app's senders, the messages that they send, and their registrations. */
export const AppSenders = ({ app: { organizationId, appId } }: { app: ListedApp }) => {
  const reading = useReading('listAppSenders', { organizationId, appId })
  return (
    <div class="stack tight">
      <h3>{t.title}</h3>
      <ReadingView reading={reading}>
        {({ channels }) => {
          const rows = channels.flatMap(({ channel, senders }) => senders.map((one) => ({ ...one, channel })))
          return rows.length === 0 ? (
            <p class="quiet">{t.none}</p>
          ) : (
            <div class="stack wide">
              {rows.map((row) => (
                <SenderItem key={`${row.channel} ${row.value}`} row={row} />
              ))}
            </div>
          )
        }}
      </ReadingView>
    </div>
  )
}
