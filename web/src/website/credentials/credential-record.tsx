import { channelWord } from '../../language/channel-words.js'
import { FactList } from '../../parts/boxes.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'
import { ownAppName } from '../state/own-apps.js'
import { EnvironmentTag, LastUsed } from '../apps/app-words.js'
import { actionWord, CredentialStatus, type ListedCredential } from './credential-words.js'

/** The actions for a credential. */
export type CredentialAct = 'rotate' | 'revoke'

const CredentialFacts = ({ credential, creator }: Omit<RecordProps, 'onAct'>) => {
  const { appId, actions, channels, revokedAt } = credential
  return (
    <FactList
      facts={[
        [
          t.app,
          <a href={`/apps/${appId}`}>
            <ForeignText text={ownAppName(appId) ?? appId} />
          </a>,
        ],
        [t.environment, <EnvironmentTag environment={credential.environment} />],
        [t.grants, actions.map(actionWord).join(', ')],
        [t.channels, channels.map(channelWord).join(', ') || t.noChannels],
        [t.ends, <DatedText at={credential.expiresAt} />],
        [t.revokedAt, revokedAt === null ? undefined : <DatedText at={revokedAt} />],
        [t.used, <LastUsed at={credential.lastUsedAt} />],
        [t.created, <DatedText at={credential.createdAt} />],
        [t.creator, <ForeignText text={creator} />],
        [t.begins, <span class="mono">{`pr_${credential.environment}_${credential.selectorStart}…`}</span>],
        [t.record, <IdText id={credential.credentialId} />],
      ]}
    />
  )
}

interface RecordProps {
  readonly credential: ListedCredential
  /** The name of its creator. */
  readonly creator: string
  onAct(act: CredentialAct): void
}

/** A credential: its permissions, its last use, its expiry, and the buttons that replace or revoke it. */
export const CredentialRecord = ({ credential, creator, onAct }: RecordProps) => (
  <section class="pane" aria-label={t.credential}>
    <div class="head">
      <h2>
        <ForeignText text={credential.label} />
      </h2>
      <CredentialStatus status={credential.status} />
    </div>
    <div class="fit">
      <div class="in stack wide">
        {credential.status === 'active' && (
          <div class="row">
            <button type="button" class="button" onClick={() => onAct('rotate')}>
              {t.rotate}
            </button>
            <button type="button" class="button" onClick={() => onAct('revoke')}>
              {t.revoke}
            </button>
          </div>
        )}
        <CredentialFacts credential={credential} creator={creator} />
      </div>
    </div>
  </section>
)
