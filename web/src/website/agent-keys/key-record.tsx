import { capitalized, plainWords } from '../../format/shown-text.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { context } from '../state/access.js'
import { LastUsed } from '../apps/app-words.js'
import { GrantableWords } from './allowlist-picker.js'
import { KeyEnd, KeyStatusTag, type ListedKey } from './key-words.js'

/** The actions for a key. */
export type OwnKeyAct = 'confirm' | 'rotate' | 'revoke'

/** The next step for a pending key, and who has to take it. */
const WaitNote = ({ agentKey }: { agentKey: ListedKey }) => (
  <NoteBox tone="warn">
    {agentKey.sponsorId === context.value?.user.userId ? (
      <p>
        <b class="strong">{t.waitsTitle}</b> {t.waits}
      </p>
    ) : (
      <p>{t.waitsForSponsor}</p>
    )}
  </NoteBox>
)

const KeyActions = ({ agentKey, onAct }: Pick<RecordProps, 'agentKey' | 'onAct'>) => {
  const { kind, status, sponsorId } = agentKey
  const acts: readonly OwnKeyAct[] = [
    ...(status === 'awaiting_confirmation' && sponsorId === context.value?.user.userId
      ? (['confirm'] as const)
      : []),
    ...(status === 'active' && kind === 'customer' ? (['rotate'] as const) : []),
    'revoke',
  ]
  return (
    <div class="row">
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          class={act === 'confirm' ? 'button main' : 'button'}
          onClick={() => onAct(act)}
        >
          {t[act]}
        </button>
      ))}
    </div>
  )
}

/** The operations that a key may call, in words. */
export const AllowedList = ({ agentKey }: { agentKey: ListedKey }) => {
  const { organizationId, allowlist } = agentKey
  const { data } = useReading(
    'listGrantableOperations',
    organizationId === null ? undefined : { organizationId },
  )
  return (
    <div class="stack tight">
      <h3>
        {t.allowlist} <span class="quiet">{t.operations(allowlist.length)}</span>
      </h3>
      <ul class="stack">
        {allowlist.map((name) => {
          const operation = data?.operations.find((one) => one.name === name)
          return (
            <li key={name}>
              {operation === undefined ? (
                capitalized(plainWords(name))
              ) : (
                <GrantableWords operation={operation} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RecordProps {
  readonly agentKey: ListedKey
  /** The name of the key's sponsor. */
  readonly sponsor: string
  onAct(act: OwnKeyAct): void
}

/** An Agent key: its operations, its sponsor, and the buttons that replace or revoke it. */
export const OwnKeyRecord = ({ agentKey, sponsor, onAct }: RecordProps) => {
  const { revokedAt } = agentKey
  return (
    <section class="pane" aria-label={t.key}>
      <div class="head">
        <h2>
          <ForeignText text={agentKey.label} />
        </h2>
        <KeyStatusTag {...agentKey} />
      </div>
      <div class="fit">
        <div class="in stack wide">
          {agentKey.status === 'awaiting_confirmation' && <WaitNote agentKey={agentKey} />}
          {(agentKey.status === 'active' || agentKey.status === 'awaiting_confirmation') && (
            <KeyActions agentKey={agentKey} onAct={onAct} />
          )}
          <FactList
            facts={[
              [t.sponsor, <ForeignText text={sponsor} />],
              [t.ends, <KeyEnd expiresAt={agentKey.expiresAt} />],
              [t.revokedAt, revokedAt === null ? undefined : <DatedText at={revokedAt} />],
              [t.used, <LastUsed at={agentKey.lastUsedAt} />],
              [t.created, <DatedText at={agentKey.createdAt} />],
              [t.record, <IdText id={agentKey.agentKeyId} />],
            ]}
          />
          <AllowedList agentKey={agentKey} />
        </div>
      </div>
    </section>
  )
}
