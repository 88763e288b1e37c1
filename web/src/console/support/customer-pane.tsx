import type { ResultOf } from '@postrider/core/assembly/registry'
import { failureWords } from '../../language/message-words.js'
import { SUPPORT_TEXTS as t } from './support-texts.js'
import { FactList, TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText, MoneyText, RecipientText, StateWord, WhenText } from '../../parts/words.js'
import { pathWith } from '../../state/address.js'
import { may } from '../state/access.js'
import { useReading } from '../../state/reading.js'

type Customer = ResultOf<'getSupportCustomer'>

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
                  <a class="row" href={`/messages/${messageId}`}>
                    <StateWord state={state} /> <RecipientText to={to} />
                  </a>
                  <p class="small quiet">
                    {failureCode === undefined ? '' : failureWords(failureCode)} ·{' '}
                    <WhenText at={acceptedAt} />
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

const CustomerHead = ({ customer: { organizationId, displayName, status } }: { customer: Customer }) => (
  <>
    <p class="row">
      <b class="strong">
        <ForeignText text={displayName} />
      </b>
      <TagWord tone={status === 'active' ? 'good' : 'alarm'}>{status}</TagWord>
      {may('admin.organizations') && (
        <a class="push" href={`/organizations/${organizationId}`}>
          {t.open}
        </a>
      )}
    </p>
    {may('admin.messages') && <a href={pathWith('/messages', { organizationId })}>{t.messages}</a>}
  </>
)

const Balances = ({ balances }: Pick<Customer, 'balances'>) => (
  <section aria-label={t.balance}>
    <h2 class="minor">{t.balance}</h2>
    {balances.length === 0 ? (
      <p class="quiet">{t.noBalance}</p>
    ) : (
      <FactList
        facts={balances.map(({ environment, currency, availableMinor }) => [
          `${environment}, ${currency}`,
          <MoneyText amountMinor={availableMinor} currency={currency} />,
        ])}
      />
    )}
  </section>
)

const Apps = ({ apps }: Pick<Customer, 'apps'>) => (
  <section aria-label={t.apps}>
    <h2 class="minor">{t.apps}</h2>
    {apps.length === 0 && <p class="quiet">{t.noApps}</p>}
    {apps.map(({ appId, name, environment, status }) => (
      <p key={appId} class="row">
        <ForeignText text={name} /> <TagWord>{environment}</TagWord>
        {status === 'disabled' && <TagWord tone="alarm">{t.disabled}</TagWord>}
      </p>
    ))}
  </section>
)

/**
 * The customer next to a conversation: the organization, its money, its apps and its recently failed
 * messages.
 */
export const CustomerPane = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('getSupportCustomer', { organizationId })
  return (
    <aside class="pane" aria-label={t.context}>
      <div class="fit">
        <ReadingView reading={reading}>
          {(customer) => (
            <div class="in stack">
              <CustomerHead customer={customer} />
              <Balances {...customer} />
              <Apps {...customer} />
            </div>
          )}
        </ReadingView>
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
}
