import { useState } from 'preact/hooks'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { shownText } from '../../format/shown-text.js'
import { FactList } from '../../parts/boxes.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { DatedText, ForeignText, IdText, SecondText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { EnvironmentTag } from '../apps/app-words.js'
import { ownAppName } from '../state/own-apps.js'
import { type EndpointAct, EndpointDialog } from './endpoint-dialogs.js'
import { ReceiverSamples } from './receiver-samples.js'
import { WEBHOOK_TEXTS as t } from './webhook-texts.js'
import { EndpointStatus, type ListedEndpoint } from './webhook-words.js'

type Attempt = ResultOf<'listWebhookDeliveries'>['deliveries'][number]

const ATTEMPT_LIST = {
  rowsOf: ({ deliveries }: ResultOf<'listWebhookDeliveries'>) => deliveries,
  keyOf: ({ sequence, at, attempt }: Attempt) => `${sequence} ${at} ${attempt}`,
  order: 'queue',
} as const

/** The characters of a response that are shown at first. */
const SHORT = 60

/** The start of what the endpoint responded with, or why it didn't respond; the rest on request. */
const Detail = ({ text }: { text: string }) =>
  text.length <= SHORT ? (
    <div class="small quiet">
      <ForeignText text={text} />
    </div>
  ) : (
    <details class="small quiet">
      <summary>
        <ForeignText text={`${text.slice(0, SHORT)}…`} />
      </summary>
      <ForeignText text={`…${text.slice(SHORT)}`} />
    </details>
  )

const COLUMNS: readonly TableColumn<Attempt>[] = [
  { head: t.at, cell: ({ at }) => <SecondText at={at} /> },
  {
    head: t.type,
    cell: ({ type, sequence }) => (
      <>
        <span class="mono">{type}</span>
        <div class="small quiet">{t.sequence(sequence)}</div>
      </>
    ),
  },
  {
    head: t.response,
    cell: ({ status, durationMs, detail }) => (
      <>
        {t.responded(status, durationMs)}
        <Detail text={detail} />
      </>
    ),
  },
]

type Outcome = keyof typeof t.outcomes

const IS_DELIVERED = { delivered: true, failed: false } as const
const OUTCOMES = (Object.keys(IS_DELIVERED) as Outcome[]).map((one) => [one, t.outcomes[one]] as const)

/** The attempts of an endpoint: all, or those that succeeded or failed. */
const Attempts = ({ endpoint: { organizationId, endpointId } }: { endpoint: ListedEndpoint }) => {
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const isDelivered = outcome === '' ? undefined : IS_DELIVERED[outcome]
  const request = { organizationId, endpointId, ...(isDelivered === undefined ? {} : { isDelivered }) }
  const list = usePages('listWebhookDeliveries', request, ATTEMPT_LIST)
  return (
    <div class="stack tight">
      <h3>{t.deliveries}</h3>
      <ChoiceField<Outcome | ''>
        id="attempt-outcome"
        label={t.outcome}
        none={t.everyOutcome}
        value={outcome}
        options={OUTCOMES}
        onChoose={setOutcome}
      />
      <ListView list={list} empty={<p class="quiet">{outcome === '' ? t.noDeliveries : t.noneOfThese}</p>}>
        {(rows) => (
          <DataTable label={t.deliveries} columns={COLUMNS} rows={rows} keyOf={ATTEMPT_LIST.keyOf} />
        )}
      </ListView>
    </div>
  )
}

const actsOf = ({ status }: ListedEndpoint): readonly EndpointAct[] =>
  status === 'active'
    ? ['test', 'replay', 'edit', 'rotate', 'disable', 'remove']
    : ['edit', 'rotate', 'enable', 'remove']

const EndpointFacts = ({ endpoint }: { endpoint: ListedEndpoint }) => {
  const { appId, disabledBecause, failingSince, types } = endpoint
  return (
    <FactList
      facts={[
        [t.app, <ForeignText text={ownAppName(appId) ?? appId} />],
        [t.environment, <EnvironmentTag environment={endpoint.environment} />],
        [
          t.description,
          endpoint.description === '' ? undefined : <ForeignText text={endpoint.description} />,
        ],
        [t.disabledBecause, disabledBecause === undefined ? undefined : t.reasons[disabledBecause]],
        [t.failingSince, failingSince === undefined ? undefined : <DatedText at={failingSince} />],
        [t.types, types?.join(', ') ?? t.everyType],
        [t.ordering, t.orderings[endpoint.ordering]],
        [t.recipient, t.recipients[`${endpoint.includeRecipient}`]],
        [t.publicKey, endpoint.publicKey === undefined ? undefined : <IdText id={endpoint.publicKey} />],
        [t.deliveredTo, String(endpoint.deliveredTo)],
        [t.created, <DatedText at={endpoint.createdAt} />],
        [t.record, <IdText id={endpoint.endpointId} />],
      ]}
    />
  )
}

/** An endpoint: its state, the buttons that change it, and its delivery attempts. */
export const EndpointRecord = ({ endpoint, onDone }: { endpoint: ListedEndpoint; onDone(): void }) => {
  const [act, setAct] = useState<EndpointAct>()
  return (
    <section class="pane" aria-label={t.endpoint}>
      <div class="head">
        <h2>{shownText(endpoint.url)}</h2>
        <EndpointStatus status={endpoint.status} failures={endpoint.failures} />
      </div>
      <div class="fit">
        <div class="in stack wide">
          <div class="row">
            {actsOf(endpoint).map((one) => (
              <button key={one} type="button" class="button" onClick={() => setAct(one)}>
                {t.acts[one]}
              </button>
            ))}
          </div>
          <EndpointFacts endpoint={endpoint} />
          <ReceiverSamples />
          <Attempts endpoint={endpoint} />
        </div>
      </div>
      {act !== undefined && (
        <EndpointDialog act={act} endpoint={endpoint} onClose={() => setAct(undefined)} onDone={onDone} />
      )}
    </section>
  )
}
