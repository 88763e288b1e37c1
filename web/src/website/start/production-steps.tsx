import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { PanelBox } from '../../parts/boxes.js'
import { Icon } from '../../parts/icons.js'
import { ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { START_TEXTS as t } from './start-texts.js'
import { mayHere, membership } from '../state/access.js'

type Step = ResultOf<'getProductionChecklist'>['steps'][number]

const hrefOf = (step: Step['step']): string | undefined =>
  Object.entries(t.productionHref).find(([name]) => name === step)?.[1]

/** How to complete a missing step: a link to the screen, or a ticket to support. */
const StepWay = ({ step: { step, done, givenBy }, onAsk }: { step: Step; onAsk(): void }) => {
  const href = hrefOf(step)
  if (done) return null
  if (givenBy === 'customer')
    return href === undefined ? (
      <span class="small quiet">{t.byYou}</span>
    ) : (
      <a class="small" href={href}>
        {t.byYou}
        <span class="hidden">: {t.productionSteps[step]}</span>
      </a>
    )
  if (!mayHere('support.use')) return <span class="small quiet">{t.byUs}</span>
  return (
    <button type="button" class="button bare" onClick={onAsk}>
      {t.ask}
      <span class="hidden">: {t.productionSteps[step]}</span>
    </button>
  )
}

/** The missing steps for production, who does them, and how to request them. */
export const ProductionSteps = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('getProductionChecklist', { organizationId })
  const [requestedStep, ask] = useState<Step['step']>()
  const steps = reading.data?.steps ?? []
  const what = requestedStep === undefined ? '' : t.productionSteps[requestedStep]
  const organization = membership.value?.organization.displayName ?? ''
  return (
    <PanelBox
      title={t.production}
      aside={steps.length > 0 && t.countDone(steps.filter(({ done }) => done).length, steps.length)}
    >
      <ReadingView reading={reading}>
        {() => (
          <ul class="rows">
            {steps.map((step) => (
              <li key={step.step}>
                <Icon name={step.done ? 'done' : 'open'} tone={step.done ? 'good' : 'edge'} />
                <div>
                  <span class="hidden">{step.done ? t.done : t.open} </span>
                  {t.productionSteps[step.step]}
                </div>
                <StepWay step={step} onAsk={() => ask(step.step)} />
              </li>
            ))}
          </ul>
        )}
      </ReadingView>
      {requestedStep !== undefined && (
        <OperationDialog
          operation="createSupportTicket"
          title={t.askTitle}
          lead={t.askLead}
          fixed={{ organizationId }}
          initial={{
            subject: t.askSubject(what),
            text: t.askText(what, organization),
            category: 'account',
            priority: 'normal',
          }}
          confirm={t.askConfirm}
          onDone={() => {
            ask(undefined)
            say(t.ticketSent)
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </PanelBox>
  )
}
