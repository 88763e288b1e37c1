import { useEffect, useState } from 'preact/hooks'
import { shortId, shownText } from '../../format/shown-text.js'
import { CONSOLE_TEXTS as t } from './console-texts.js'
import { screensAllowed } from '../screens.js'
import { may } from '../state/access.js'
import { recordTargets } from './record-targets.js'
import { type PaletteTarget, TargetPalette } from '../../shell/target-palette.js'

const SETTLE_MS = 150

const screenTargets = (typed: string): readonly PaletteTarget[] =>
  screensAllowed()
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    .map(({ path, label, icon }) => ({ key: path, icon, text: label, kind: t.screen, href: path }))

const messageTargets = (typed: string): readonly PaletteTarget[] =>
  /^msg_[0-9a-z]{26}$/.test(typed) && may('admin.messages')
    ? [
        {
          key: typed,
          icon: 'messages',
          text: t.openMessage(shortId(typed)),
          kind: t.message,
          href: `/messages/${typed}`,
        },
      ]
    : []

/**
 * Whether the text looks like a recipient, a reference or an identifier, rather than a name of a screen or
 * customer.
 */
const isOfMessage = (typed: string): boolean => /@|_|\d{4}/.test(typed.replace(/[ ().-]/g, ''))

/**
 * An entry that searches messages for the text. Searches are written to the audit log, so they don't run
 * while typing.
 */
const searchTargets = (typed: string): readonly PaletteTarget[] =>
  typed.length > 0 && may('admin.messages')
    ? [
        {
          key: 'find messages',
          icon: 'search',
          text: t.findMessages(shownText(typed)),
          kind: t.message,
          href: '/messages',
          memory: { find: typed },
        },
      ]
    : []

const useTargets = (typed: string): readonly PaletteTarget[] => {
  const [found, setFound] = useState<readonly PaletteTarget[]>([])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      recordTargets(typed).then(
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
  }, [typed])
  const [search, others] = [searchTargets(typed), [...screenTargets(typed), ...found]]
  return [...messageTargets(typed), ...(isOfMessage(typed) ? [...search, ...others] : [...others, ...search])]
}

/** Finds any screen, record or organization by a few letters. */
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
