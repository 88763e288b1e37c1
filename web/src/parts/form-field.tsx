import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly aside?: string | undefined
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly children: ComponentChildren
}

/** The `aria` attributes that connect an input with its hint and its problem. */
export const describedBy = (id: string, problem: string | undefined, hint: string | undefined) => ({
  id,
  'aria-invalid': problem === undefined ? undefined : ('true' as const),
  'aria-describedby': problem !== undefined || hint !== undefined ? `${id}-about` : undefined,
})

/** The problem with an entered value, and how to fix it. */
export const WrongText = ({ id, children }: { id?: string; children: string }) => (
  <p class="wrong" id={id}>
    <Icon name="triangle" />
    {children}
  </p>
)

/** A label and an input with a hint or a problem below it. */
export const FormFieldBox = ({ id, label, aside, hint, problem, children }: FieldProps) => (
  <div class="field">
    <label for={id}>
      {label} {aside !== undefined && <span class="quiet small">({aside})</span>}
    </label>
    {children}
    {problem !== undefined ? (
      <WrongText id={`${id}-about`}>{problem}</WrongText>
    ) : (
      hint !== undefined && (
        <p class="hint" id={`${id}-about`}>
          {hint}
        </p>
      )
    )}
  </div>
)
