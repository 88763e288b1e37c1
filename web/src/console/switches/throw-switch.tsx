import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { moneyText } from '../../format/money.js'
import { countText } from '../../format/shown-text.js'
import { clockText } from '../../format/times.js'
import { PART_TEXTS } from '../../language/part-texts.js'
import { SWITCHES_TEXTS as t } from './switches-texts.js'
import { BlastList, NoteBox, type FactRow } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'

type SwitchOperation = RequestOf<'previewSwitch'>['operation']
type Preview = ResultOf<'previewSwitch'>
type MessageCount = Preview['waiting']['cancelled']

/** A switch to throw: its operation, its target and the target's name. */
export interface SwitchCommand {
  readonly operation: SwitchOperation
  readonly target: string
  readonly name: string
}

const INVERSE = {
  stopApp: 'resumeApp',
  resumeApp: 'stopApp',
  stopProviderAccount: 'resumeProviderAccount',
  resumeProviderAccount: 'stopProviderAccount',
  blockDestination: 'unblockDestination',
  unblockDestination: 'blockDestination',
  suspendOrganization: 'reactivateOrganization',
  reactivateOrganization: 'suspendOrganization',
} as const satisfies Record<SwitchOperation, SwitchOperation>

/** Whether a word names a switch. */
export const isSwitch = (word: string | undefined): word is SwitchOperation =>
  word !== undefined && Object.hasOwn(INVERSE, word)

const FIELD = {
  stopApp: 'appId',
  resumeApp: 'appId',
  stopProviderAccount: 'providerAccountId',
  resumeProviderAccount: 'providerAccountId',
  blockDestination: 'prefix',
  unblockDestination: 'prefix',
  suspendOrganization: 'organizationId',
  reactivateOrganization: 'organizationId',
} as const satisfies Record<SwitchOperation, string>

const STOPS: ReadonlySet<SwitchOperation> = new Set([
  'stopApp',
  'stopProviderAccount',
  'blockDestination',
  'suspendOrganization',
])

/** Switches that require the version of their target. The others reject a version. */
const VERSIONED: ReadonlySet<SwitchOperation> = new Set([
  'stopProviderAccount',
  'resumeProviderAccount',
  'suspendOrganization',
  'reactivateOrganization',
])

const bodyOf = ({ operation, target }: SwitchCommand, version: number | undefined) => ({
  [FIELD[operation]]: target,
  ...(version === undefined || !VERSIONED.has(operation) ? {} : { version }),
})

/** The version of the target after the switch. */
const versionIn = (result: unknown): number | undefined =>
  Object.values(result as Record<string, unknown>).flatMap((one) => {
    const version =
      typeof one === 'object' && one !== null ? (one as { version?: unknown }).version : undefined
    return typeof version === 'number' ? [version] : []
  })[0]

const undo = (order: SwitchCommand, version: number | undefined): void => {
  const operation = INVERSE[order.operation]
  const body = { ...bodyOf({ ...order, operation }, version), reason: t.undoReason }
  client.mutate(operation, body as never).then(
    () => say(t.undone),
    () => say(t.notUndone),
  )
}

const moneyOf = ({ money }: MessageCount): string =>
  money.length === 0
    ? t.noMoney
    : money
        .map(
          ({ amountMinor, currency, environment }) => `${moneyText(amountMinor, currency)} (${environment})`,
        )
        .join(', ')

const factsOf = ({
  waiting,
  accepted,
  apps,
  appCount,
  isAppCountAtLeast,
  calls,
}: Preview): readonly FactRow[] => {
  const count = (messages: number): string =>
    waiting.isAtLeast ? t.atLeast(countText(messages)) : countText(messages)
  const some = (label: string, { messages }: MessageCount): readonly FactRow[] =>
    messages === 0 ? [] : [[label, count(messages)]]
  const named = apps.slice(0, 3).map(({ name }) => name)
  const total = isAppCountAtLeast ? t.atLeast(countText(appCount)) : countText(appCount)
  return [
    [
      t.apps,
      appCount === 0 ? countText(0) : `${total}: ${named.join(', ')}${appCount > named.length ? ' …' : ''}`,
    ],
    [t.cancelled, count(waiting.cancelled.messages)],
    [t.released, moneyOf(waiting.cancelled)],
    ...some(t.held, waiting.held),
    ...some(t.rerouted, waiting.rerouted),
    ...some(t.leftOpen, waiting.leftOpen),
    ...some(t.goesOn, waiting.goesOn),
    [t.lately, countText(accepted.refused.messages)],
    ...(calls === undefined ? [] : [[t.calls, countText(calls.count)] as const]),
  ]
}

const PreviewView = ({ preview, isStop }: { preview: Preview; isStop: boolean }) => (
  <>
    {preview.isSwitched && (
      <NoteBox>
        <p>{t.already}</p>
      </NoteBox>
    )}
    <BlastList facts={factsOf(preview)} />
    <p class="small quiet">{PART_TEXTS.asOf(clockText(Date.parse(preview.asOf)))}</p>
    {isStop && (
      <NoteBox tone="alarm">
        <p>
          <b class="strong">{t.staysTitle}</b> {t.stays}
        </p>
      </NoteBox>
    )}
  </>
)

/** Previews the effect of a switch before it is thrown, and offers an undo for a while afterwards. */
export const ThrowSwitch = ({
  order,
  onClose,
  onDone,
}: {
  order: SwitchCommand
  onClose(): void
  onDone(): void
}) => {
  const { operation, target, name } = order
  const preview = useReading('previewSwitch', { operation, target })
  const isStop = STOPS.has(operation)
  return (
    <OperationDialog
      operation={operation}
      title={t.questions[operation](name)}
      lead={t.reaches}
      fixed={bodyOf(order, preview.data?.version)}
      without={['version']}
      confirm={t.orders[operation](name)}
      tone={isStop ? 'stop' : 'main'}
      unready={preview.data === undefined && preview.error === undefined ? t.looking : undefined}
      onClose={onClose}
      onDone={(result) => {
        say(t.done[operation](name), () => undo(order, versionIn(result)))
        onDone()
      }}
    >
      <ReadingView reading={preview}>{(data) => <PreviewView preview={data} isStop={isStop} />}</ReadingView>
    </OperationDialog>
  )
}
