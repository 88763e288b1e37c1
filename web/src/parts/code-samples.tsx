import { useState } from 'preact/hooks'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { Icon } from './icons.js'

/** A command or program that the reader copies. */
export interface CodeSample {
  /** The name on its button: a language or a tool. */
  readonly name: string
  /** The description for screen readers. */
  readonly about: string
  readonly text: string
  /** The copied text, if it is longer than the shown one. */
  readonly wholeText?: string
  /** The notice after copying. */
  readonly copied: string
}

interface SamplesProps {
  readonly samples: readonly CodeSample[]
  /** The position of the shown sample. */
  readonly shown: number
  readonly copyLabel: string
  readonly hint?: string
  /** Whether copying is the main act of its place. */
  readonly isMain?: boolean
  onShow(at: number): void
}

/** One of several code samples, with a button for each of them and one that copies it. */
export const CodeSamples = (props: SamplesProps) => {
  const { samples, shown, copyLabel, hint = '', isMain = false, onShow } = props
  const [notice, say] = useState('')
  const sample = samples[shown]
  if (sample === undefined) return null
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(sample.wholeText ?? sample.text)
      say(sample.copied)
    } catch {
      say(t.notCopied)
    }
  }
  return (
    <>
      <div class="row">
        {samples.map(({ name }, at) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={at === shown ? 'true' : 'false'}
            onClick={() => {
              onShow(at)
              say('')
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <pre class="snip" tabIndex={0} role="region" aria-label={sample.about}>
        {sample.text}
      </pre>
      <div class="row">
        <button
          type="button"
          class={isMain ? 'button main' : 'button'}
          onClick={() => {
            void copy()
          }}
        >
          <Icon name="copy" />
          {copyLabel}
        </button>
        <span class="small quiet" role="status">
          {notice || hint}
        </span>
      </div>
    </>
  )
}
