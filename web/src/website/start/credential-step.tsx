import type { ResultOf } from '@postrider/core/assembly/registry'
import { SecretText } from '../../parts/shown-once.js'
import { client } from '../../state/connection.js'
import { START_TEXTS as t } from './start-texts.js'
import { mayHere } from '../state/access.js'
import { ActButton } from './act-button.js'
import { StepRow } from './step-row.js'

type Checklist = ResultOf<'getStartChecklist'>
type App = NonNullable<Checklist['app']>

/** Enough for trying out. Credentials that last longer are created on the credentials screen. */
const DAYS_OF_LIFE = 90
const DAY_MS = 86_400_000

const make = async (
  { organizationId, brandId, projectId, appId, environment }: App,
  channels: Checklist['channels'],
) => {
  const place = { organizationId, brandId, projectId, appId, environment }
  const expiresAt = new Date(Date.now() + DAYS_OF_LIFE * DAY_MS).toISOString()
  const grant = { actions: ['messages.send', 'messages.read'], channels, expiresAt, label: t.credentialLabel }
  return client.mutate('createServerCredential', { ...place, ...grant } as never)
}

interface CredentialProps {
  readonly checklist: Checklist
  /** The secret, while this page knows it. */
  readonly bearer: string | undefined
  onMade(bearer: string | undefined): void
}

/** Creates the credential with which the app's program sends. It is shown once. */
export const CredentialStep = ({ checklist, bearer, onMade }: CredentialProps) => {
  const { app, channels, steps } = checklist
  const step = steps.find((one) => one.step === 'credential')
  const isDone = step?.done === true
  const detail = step?.name ?? undefined
  if (app === null || channels.length === 0) return <StepRow title={t.credential} isDone={isDone} />
  if (!mayHere('credentials.manage'))
    return <StepRow title={t.credential} isDone={isDone} detail={isDone ? undefined : t.notYours} />
  const button = (
    <ActButton
      label={isDone ? t.makeAnother : t.makeCredential}
      tone={isDone ? '' : 'main'}
      onAct={async () => {
        const { secret } = await make(app, channels)
        onMade(secret ?? undefined)
      }}
    />
  )
  return (
    <StepRow title={t.credential} isDone={isDone} detail={detail} href="/credentials">
      {bearer !== undefined && (
        <>
          <SecretText secret={bearer} />
          <p class="small quiet">{t.shownOnce}</p>
        </>
      )}
      {bearer === undefined && (
        <>
          <p class="small quiet">{isDone ? t.shownBefore : t.credentialHint}</p>
          {button}
        </>
      )}
    </StepRow>
  )
}
