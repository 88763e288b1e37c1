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

/** What an input says of itself to whoever cannot see it. */
export const describedBy = (id: string, problem: string | undefined, hint: string | undefined) => ({
  id,
  'aria-invalid': problem === undefined ? undefined : ('true' as const),
  'aria-describedby': problem !== undefined || hint !== undefined ? `${id}-about` : undefined,
})

/** What is wrong with what was written, and what to write instead. */
export const WrongText = ({ id, children }: { id?: string; children: string }) => (
  <p class="wrong" id={id}>
    <Icon name="triangle" />
    {children}
  </p>
)

/** A label, an input, and below it a hint or what is wrong with it. */
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
