import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, plainWords, shortId } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'
import { FactList, NoteBox, TagWord } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { DatedText, ForeignText, HourText, IdText } from '../../parts/words.js'
import { pathWith } from '../../state/address.js'
import { may, signedIn } from '../state/access.js'
import { organizationName, personName } from '../state/names.js'

type Key = ResultOf<'listAgentKeys'>['agentKeys'][number]

/** The actions for a key. */
export type KeyAct = 'Rotate' | 'Revoke'

const KeyFacts = ({ agentKey }: { agentKey: Key }) => {
  const { organizationId, sponsorId, expiresAt, lastUsedAt, revokedAt } = agentKey
  return (
    <FactList
      facts={[
        [t.kind, capitalized(agentKey.kind)],
        [
          t.organizationId,
          organizationId === null ? undefined : (
            <a href={`/organizations/${organizationId}`}>
              <ForeignText text={organizationName(organizationId) ?? shortId(organizationId)} />
            </a>
          ),
        ],
        [t.sponsor, <ForeignText text={personName(sponsorId) ?? shortId(sponsorId)} />],
        [t.created, <DatedText at={agentKey.createdAt} />],
        [t.used, lastUsedAt === null ? t.notUsed : <HourText at={lastUsedAt} />],
        [t.ends, expiresAt === null ? t.never : <DatedText at={expiresAt} />],
        [t.revokedAt, revokedAt === null ? undefined : <DatedText at={revokedAt} />],
        [t.record, <IdText id={agentKey.agentKeyId} />],
      ]}
    />
  )
}

/** An Agent key: its owner, the operations that it may call, and the buttons that rotate or revoke it. */
export const KeyRecord = ({ agentKey, onAct }: { agentKey: Key; onAct(act: KeyAct): void }) => {
  const { agentKeyId, status, label, allowlist, kind, sponsorId } = agentKey
  const mayRotate = status === 'active' && kind !== 'bootstrap' && sponsorId === signedIn.value?.userId
  return (
    <section class="pane" aria-label={t.key}>
      <div class="head">
        <h2>
          <ForeignText text={label} />
        </h2>
        <TagWord tone={status === 'active' ? 'good' : ''}>{t.statuses[status]}</TagWord>
        <span class="row push">
          {may('admin.audit') && <a href={pathWith('/audit', { actorId: agentKeyId })}>{t.keyActs}</a>}
          <HistoryLink target={agentKeyId} />
        </span>
      </div>
      <div class="fit">
        <div class="in stack wide">
          {status === 'awaiting_confirmation' && (
            <NoteBox tone="warn">
              <p>{t.waits}</p>
            </NoteBox>
          )}
          {(status === 'active' || status === 'awaiting_confirmation') && (
            <div class="row">
              {mayRotate && (
                <button type="button" class="button" onClick={() => onAct('Rotate')}>
                  {t.rotate}
                </button>
              )}
              <button type="button" class="button" onClick={() => onAct('Revoke')}>
                {t.revoke}
              </button>
            </div>
          )}
          <KeyFacts agentKey={agentKey} />
          <div class="stack tight">
            <h3>
              {t.allowlist} <span class="quiet">{t.operations(allowlist.length)}</span>
            </h3>
            <ul class="stack tight">
              {allowlist.map((name) => (
                <li key={name}>
                  {capitalized(plainWords(name))} <span class="mono small quiet">{name}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </section>
  )
}
