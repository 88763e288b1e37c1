import { capitalized, plainWords } from '../../../format/shown-text.js'
import { FactList } from '../../../parts/boxes.js'
import { ForeignText, IdText, WhenText } from '../../../parts/words.js'
import { useReading } from '../../../state/reading.js'
import { AGENT_KEY_TEXTS as t } from '../../language/agent-key-texts.js'
import { LastUsed } from '../apps/app-words.js'
import { GrantableWords } from './allowlist-picker.js'
import { KeyEnd, KeyStatusTag, type ListedKey } from './key-words.js'

/** What may be done about a key. */
export type OwnKeyAct = 'rotate' | 'revoke'

const AllowedList = ({ agentKey }: { agentKey: ListedKey }) => {
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
  /** Who answers for it, in words. */
  readonly sponsor: string
  onAct(act: OwnKeyAct): void
}

/** An Agent key: what it may call, who answers for it, and how it is replaced or ended. */
export const OwnKeyRecord = ({ agentKey, sponsor, onAct }: RecordProps) => {
  const { revokedAt } = agentKey
  return (
    <section class="pane" aria-label={t.key}>
      <div class="head">
        <h2>
          <ForeignText text={agentKey.label} />
        </h2>
        <KeyStatusTag status={agentKey.status} />
      </div>
      <div class="fit">
        <div class="in stack wide">
          {agentKey.status === 'active' && (
            <div class="row">
              {agentKey.kind === 'customer' && (
                <button type="button" class="button" onClick={() => onAct('rotate')}>
                  {t.rotate}
                </button>
              )}
              <button type="button" class="button" onClick={() => onAct('revoke')}>
                {t.revoke}
              </button>
            </div>
          )}
          <FactList
            facts={[
              [t.sponsor, <ForeignText text={sponsor} />],
              [t.ends, <KeyEnd expiresAt={agentKey.expiresAt} />],
              [t.revokedAt, revokedAt === null ? undefined : <WhenText at={revokedAt} />],
              [t.used, <LastUsed at={agentKey.lastUsedAt} />],
              [t.created, <WhenText at={agentKey.createdAt} />],
              [t.record, <IdText id={agentKey.agentKeyId} />],
            ]}
          />
          <AllowedList agentKey={agentKey} />
        </div>
      </div>
    </section>
  )
}
