import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { TEMPLATES_TEXTS as t } from './templates-texts.js'
import { FactList } from '../../parts/boxes.js'
import { enteredFacts } from './entered-facts.js'
import { say } from '../../state/toast.js'
import { useKey } from '../../state/use-key.js'

type Draft = ResultOf<'getTemplateReview'>['draft']

/** A review decision, and the states of a version that allow it. */
type ReviewDecision =
  'approve' | 'refuse' | 'register' | 'confirmIds' | 'refuseIds' | 'pause' | 'resume' | 'retire'

const ALLOWED: Readonly<Record<string, readonly ReviewDecision[]>> = {
  internal_review: ['refuse', 'approve'],
  pending_vendor: ['refuse', 'register'],
  approved: ['retire', 'pause'],
  paused: ['retire', 'resume'],
}

/** The decisions that are possible while entered identifiers wait for a reviewer. */
const WITH_IDS: Readonly<Record<string, readonly ReviewDecision[]>> = {
  internal_review: ['refuse', 'refuseIds', 'approve'],
  pending_vendor: ['refuse', 'refuseIds', 'confirmIds'],
}

const decisionsOn = ({ state, awaitsConfirmation }: Draft): readonly ReviewDecision[] =>
  (awaitsConfirmation ? WITH_IDS[state] : undefined) ?? ALLOWED[state] ?? []

const MAIN: ReadonlySet<ReviewDecision> = new Set(['approve', 'register', 'confirmIds', 'resume', 'pause'])

interface DialogProps {
  readonly draft: Draft
  readonly decision: ReviewDecision
  onClose(): void
  onDone(): void
}

const SWITCHES = { pause: 'paused', resume: 'approved', retire: 'retired' } as const

interface IdsProps {
  readonly draft: Draft
  readonly decision: 'confirmIds' | 'refuseIds'
  readonly common: {
    readonly title: string
    readonly lead: string
    readonly confirm: string
    onClose(): void
    onDone(): void
  }
}

const IdsForm = ({ draft, decision, common }: IdsProps) => {
  const fixed = { draftId: draft.draftId, version: draft.version }
  if (decision === 'confirmIds')
    return (
      <OperationDialog
        {...common}
        operation="recordTemplateRegistration"
        fixed={{ ...fixed, registration: draft.entered?.registration }}
      >
        <FactList facts={enteredFacts(draft)} />
      </OperationDialog>
    )
  return (
    <OperationDialog
      {...common}
      operation="refuseTemplateRegistration"
      fixed={{ ...fixed, enteredAt: draft.entered?.at }}
      tone="stop"
    >
      <FactList facts={enteredFacts(draft)} />
    </OperationDialog>
  )
}

const DecisionForm = ({ draft, decision, onClose, onDone }: DialogProps) => {
  const { draftId, version } = draft
  const name = shownText(draft.name)
  const common = {
    title: t[`${decision}Title`](name),
    lead: t[`${decision}Lead`],
    confirm: t[`${decision}Do`],
    onClose,
    onDone: () => {
      say(t.done(name))
      onDone()
    },
  }
  const fixed = { draftId, version }
  if (decision === 'confirmIds' || decision === 'refuseIds')
    return <IdsForm draft={draft} decision={decision} common={common} />
  if (decision === 'register')
    return <OperationDialog {...common} operation="recordTemplateRegistration" fixed={fixed} />
  if (decision === 'approve')
    return (
      <OperationDialog
        {...common}
        operation="decideTemplateReview"
        fixed={{ ...fixed, decision: 'approve' }}
        without={[
          'reasonCode',
          'variable',
          ...(draft.channel === 'whatsapp' ? [] : ['vendorTemplate' as const]),
        ]}
      />
    )
  if (decision === 'refuse')
    return (
      <OperationDialog
        {...common}
        operation="decideTemplateReview"
        fixed={{ ...fixed, decision: 'reject' }}
        without={['sandboxOnly', 'vendorTemplate']}
        tone="stop"
      />
    )
  return (
    <OperationDialog {...common} operation="switchTemplate" fixed={{ ...fixed, to: SWITCHES[decision] }} />
  )
}

/** The possible decisions about a version, as buttons and keys. */
export const TemplateDecision = ({ draft, onDone }: { draft: Draft; onDone(): void }) => {
  const [open, setOpen] = useState<ReviewDecision>()
  const allowed = decisionsOn(draft)
  const isOpen = (decision: ReviewDecision): boolean => allowed.includes(decision)
  const yes = isOpen('approve')
    ? 'approve'
    : isOpen('confirmIds')
      ? 'confirmIds'
      : isOpen('register')
        ? 'register'
        : undefined
  useKey('a', yes === undefined ? undefined : () => setOpen(yes))
  useKey('x', isOpen('refuse') ? () => setOpen('refuse') : undefined)
  return (
    <div class="decide">
      <span class="small quiet push">{allowed.length === 0 ? t.nothingToDo : ''}</span>
      {allowed.map((decision) => (
        <button
          key={decision}
          type="button"
          class={MAIN.has(decision) ? 'button main' : 'button'}
          onClick={() => setOpen(decision)}
        >
          {t[decision]} {decision === yes && <kbd>a</kbd>}
          {decision === 'refuse' && <kbd>x</kbd>}
        </button>
      ))}
      {open !== undefined && (
        <DecisionForm
          draft={draft}
          decision={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onDone()
          }}
        />
      )}
    </div>
  )
}
