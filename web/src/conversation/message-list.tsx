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
  /** The reader's side, which is styled differently. */
  readonly own: MessageSide
  /** The names of the sides. */
  readonly names: Readonly<Record<MessageSide, string>>
}

/** The messages of a conversation, newest last and in view. Screen readers announce new messages. */
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
