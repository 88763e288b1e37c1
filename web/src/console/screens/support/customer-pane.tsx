import { FAILURE_WORDS } from '../../../language/message-words.js'
import { SUPPORT_TEXTS as t } from '../../language/support-texts.js'
import { FactList, TagWord } from '../../../parts/boxes.js'
import { ReadingView } from '../../../parts/screen-states.js'
import { ForeignText, IdText, RecipientText, StateWord, WhenText } from '../../../parts/words.js'
import { pathWith } from '../../../state/address.js'
import { may } from '../../state/access.js'
import { useReading } from '../../../state/reading.js'

const LastFailures = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('listMessages', { organizationId, state: 'FAILED', limit: 5 })
  return (
    <ReadingView reading={reading}>
      {({ messages }) =>
        messages.length === 0 ? (
          <p class="in quiet">{t.noFailures}</p>
        ) : (
          <ul class="rows">
            {messages.map(({ messageId, to, state, failureCode, acceptedAt }) => (
              <li key={messageId}>
                <div>
                  <a href={`/messages/${messageId}`}>
                    <StateWord state={state} /> <RecipientText to={to} />
                  </a>
                  <p class="small quiet">
                    {FAILURE_WORDS[failureCode ?? ''] ?? failureCode} · <WhenText at={acceptedAt} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </ReadingView>
  )
}

const OrganizationFacts = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('getOrganization', { organizationId })
  return (
    <ReadingView reading={reading}>
      {({ organization }) => (
        <div class="in stack">
          <p class="row">
            <b class="strong">
              <ForeignText text={organization.displayName} />
            </b>
            <TagWord tone={organization.status === 'active' ? 'good' : 'alarm'}>
              {organization.status}
            </TagWord>
            <a class="push" href={`/organizations/${organizationId}`}>
              {t.open}
            </a>
          </p>
          {may('admin.messages') && <a href={pathWith('/messages', { organizationId })}>{t.messages}</a>}
        </div>
      )}
    </ReadingView>
  )
}

/** The customer beside what they say: who they are, and what failed of theirs lately. */
export const CustomerPane = ({ organizationId }: { organizationId: string }) => (
  <aside class="pane" aria-label={t.context}>
    <div class="fit">
      {may('admin.organizations') ? (
        <OrganizationFacts organizationId={organizationId} />
      ) : (
        <div class="in">
          <FactList facts={[[t.statusOf, <IdText id={organizationId} />]]} />
        </div>
      )}
      {may('admin.messages') && (
        <section aria-label={t.failures}>
          <h2 class="in minor">{t.failures}</h2>
          <LastFailures organizationId={organizationId} />
        </section>
      )}
      <p class="in small quiet">{t.looking}</p>
    </div>
  </aside>
)
