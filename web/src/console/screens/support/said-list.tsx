import { useEffect, useRef } from 'preact/hooks'
import { SUPPORT_TEXTS as t } from '../../language/support-texts.js'
import { ForeignText, WhenText } from '../../../parts/words.js'

interface SaidPart {
  readonly id: string
  readonly author: string
  readonly text: string
  readonly at: string
}

/** What was said, the newest last and in sight; what is new is told to who cannot see it. */
export const SaidList = ({ parts }: { parts: readonly SaidPart[] }) => {
  const list = useRef<HTMLOListElement>(null)
  const newest = parts.at(-1)?.id
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [newest])
  return (
    <div role="log" aria-label={t.conversation}>
      <ol class="chat" ref={list}>
        {parts.map(({ id, author, text, at }) => (
          <li key={id} class={author === 'operator' ? 'ours' : undefined}>
            <p dir="auto">
              <ForeignText text={text} />
            </p>
            <span class="small quiet">
              {author === 'operator' ? t.you : t.customer} · <WhenText at={at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
