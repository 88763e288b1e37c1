import { useEffect, useRef } from 'preact/hooks'
import { TALK_TEXTS as t } from '../language/talk-texts.js'
import { ForeignText, WhenText } from '../parts/words.js'

type MessageSide = 'customer' | 'operator'

interface TalkMessage {
  readonly id: string
  readonly author: MessageSide
  readonly text: string
  readonly at: string
}

interface MessageListProps {
  readonly parts: readonly TalkMessage[]
  /** The side that reads it, which stands apart. */
  readonly own: MessageSide
  /** What the sides are called here. */
  readonly names: Readonly<Record<MessageSide, string>>
}

/** What was said, the newest last and in sight; what is new is told to who cannot see it. */
export const MessageList = ({ parts, own, names }: MessageListProps) => {
  const list = useRef<HTMLOListElement>(null)
  const newest = parts.at(-1)?.id
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [newest])
  return (
    <div role="log" aria-label={t.conversation}>
      <ol class="chat" ref={list}>
        {parts.map(({ id, author, text, at }) => (
          <li key={id} class={author === own ? 'ours' : undefined}>
            <p dir="auto">
              <ForeignText text={text} />
            </p>
            <span class="small quiet">
              {names[author]} · <WhenText at={at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
