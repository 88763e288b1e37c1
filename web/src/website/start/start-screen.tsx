import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { channelWord } from '../../language/channel-words.js'
import { NoteBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import { START_TEXTS as t } from './start-texts.js'
import { SupportText } from '../support/support-text.js'
import { mayHere, membership, shownOrganizationId } from '../state/access.js'
import { DASHBOARD_TEXTS } from './dashboard-texts.js'
import { AppStep } from './app-step.js'
import { ArrivalPanel } from './arrival-panel.js'
import { CredentialStep } from './credential-step.js'
import { DashboardPanel } from './dashboard-panel.js'
import { OrganizationStep } from './organization-step.js'
import { ProductionSteps } from './production-steps.js'
import { SendStep } from './send-step.js'
import { StepRow } from './step-row.js'

type Checklist = ResultOf<'getStartChecklist'>

/** A requirement that no step can provide; shown if there is no other way to send. */
const MissingNote = ({ missing }: Pick<Checklist, 'missing'>) => (
  <NoteBox tone="warn">
    <p>
      <b class="strong">{t.waits}</b>
    </p>
    {missing.map(({ what, channel }) => (
      <p key={`${what} ${channel ?? ''}`}>
        {channel === null ? '' : `${channelWord(channel)} `}
        <SupportText text={t.missing[what]} />
      </p>
    ))}
  </NoteBox>
)

const TemplateStep = ({ steps, channels }: Pick<Checklist, 'steps' | 'channels'>) => {
  const step = steps.find((one) => one.step === 'template')
  return step?.done === true ? (
    <StepRow title={t.template} isDone detail={t.templateReady(step.name ?? '')} href="/templates" />
  ) : (
    <StepRow
      title={t.template}
      isDone={false}
      detail={channels.length > 0 ? t.templateOpen : t.templateWith}
    />
  )
}

const FirstHead = () => (
  <div class="stack">
    <h2 class="big">{t.title}</h2>
    <p class="quiet">{t.lead}</p>
  </div>
)

const StepsOf = ({ id, checklist }: { id: string; checklist: Checklist }) => {
  const [bearer, setBearer] = useState<string>()
  const { missing, firstSend, steps, channels } = checklist
  const isStuck = missing.some(({ what }) => what === 'sandbox_account' || what === 'starter_templates')
  const isDelivered = steps.some(({ step, done }) => step === 'delivered' && done)
  const isWaiting = channels.length > 0 && firstSend === null
  const isPoor = missing.some(({ what }) => what === 'test_credit')
  const hasSent = steps.some(({ step, done }) => step === 'delivered' && done) && mayHere('messages.read')
  // The checklist stays in view for a reader who follows the first message on this page.
  const [isNew] = useState(!hasSent)
  const list = (
    <div class="cols">
      <div class="stack wide">
        {missing.length > 0 && !isDelivered && (isStuck || isWaiting || isPoor) && (
          <MissingNote missing={missing} />
        )}
        <section class="panel">
          <ol class="steps" aria-label={t.steps}>
            <StepRow
              title={t.organization}
              isDone
              detail={membership.value?.organization.displayName}
              href="/members"
            />
            <AppStep organizationId={id} checklist={checklist} />
            <TemplateStep steps={steps} channels={channels} />
            <CredentialStep checklist={checklist} bearer={bearer} onMade={setBearer} />
            <SendStep checklist={checklist} bearer={bearer} />
          </ol>
        </section>
      </div>
      <div class="stack wide">
        <ArrivalPanel checklist={checklist} />
        <ProductionSteps organizationId={id} />
      </div>
    </div>
  )
  return (
    <>
      {isNew ? <FirstHead /> : <h2 class="big">{DASHBOARD_TEXTS.title}</h2>}
      {hasSent && <DashboardPanel organizationId={id} />}
      {isNew ? (
        list
      ) : (
        <details class="guide">
          <summary>{DASHBOARD_TEXTS.checklist}</summary>
          {list}
        </details>
      )}
    </>
  )
}

const Checklists = ({ id }: { id: string }) => {
  const reading = useReading('getStartChecklist', { organizationId: id })
  return (
    <ReadingView reading={reading}>{(checklist) => <StepsOf id={id} checklist={checklist} />}</ReadingView>
  )
}

/**
 * The steps from an empty account to the first message. After that, a dashboard above the collapsed steps.
 */
export const StartScreen = () => {
  const id = shownOrganizationId.value
  return (
    <div class="page start">
      {id === undefined ? (
        <>
          <FirstHead />
          <section class="panel">
            <ol class="steps" aria-label={t.steps}>
              <OrganizationStep />
            </ol>
          </section>
        </>
      ) : (
        <Checklists key={id} id={id} />
      )}
    </div>
  )
}
