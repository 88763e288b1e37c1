import { useEffect, useState } from 'preact/hooks'
import { shortId, shownText } from '../../format/shown-text.js'
import { CONSOLE_TEXTS as t } from './console-texts.js'
import { screensAllowed } from '../screens.js'
import { may } from '../state/access.js'
import { recordTargets } from './record-targets.js'
import { type PaletteTarget, TargetPalette } from '../../shell/target-palette.js'

const SETTLE_MS = 150

const screenTargets = (asked: string): readonly PaletteTarget[] =>
  screensAllowed()
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))
    .map(({ path, label, icon }) => ({ key: path, icon, text: label, kind: t.screen, href: path }))

const messageTargets = (asked: string): readonly PaletteTarget[] =>
  /^msg_[0-9a-z]{26}$/.test(asked) && may('admin.messages')
    ? [
        {
          key: asked,
          icon: 'messages',
          text: t.openMessage(shortId(asked)),
          kind: t.message,
          href: `/messages/${asked}`,
        },
      ]
    : []

/** An address, a reference or an identifier with a digit in it, or a number: no name of a screen or of a customer. */
const isOfMessage = (asked: string): boolean => /@|_|\d{4}/.test(asked.replace(/[ ().-]/g, ''))

/** To look for messages by whatever this is; who looks is on record, so that it is asked for and not done while typing. */
const searchTargets = (asked: string): readonly PaletteTarget[] =>
  asked.length > 0 && may('admin.messages')
    ? [
        {
          key: 'find messages',
          icon: 'search',
          text: t.findMessages(shownText(asked)),
          kind: t.message,
          href: '/messages',
          memory: { find: asked },
        },
      ]
    : []

const useTargets = (asked: string): readonly PaletteTarget[] => {
  const [found, setFound] = useState<readonly PaletteTarget[]>([])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      recordTargets(asked).then(
        (targets) => {
          if (!isOver) setFound(targets)
        },
        () => {
          if (!isOver) setFound([])
        },
      )
    }, SETTLE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])
  const [search, others] = [searchTargets(asked), [...screenTargets(asked), ...found]]
  return [...messageTargets(asked), ...(isOfMessage(asked) ? [...search, ...others] : [...others, ...search])]
}

/** Goes to any screen, record or Organization by a few letters. */
export const JumpPalette = ({ onClose }: { onClose(): void }) => (
  <TargetPalette
    texts={{
      search: t.search,
      label: t.paletteHint,
      placeholder: t.palettePlaceholder,
      noMatch: t.noMatch,
    }}
    useTargets={useTargets}
    onClose={onClose}
  />
)
