import { isLoopback } from '@postrider/wiring/loopback'
import { consoleUrlOf, publicUrlOf, type Settings } from '@postrider/wiring/settings'
import { fine, type Finding } from './finding.js'

const PART = 'console'

/** Whether the console has a host name of its own: cookies know no ports (docs/decisions/0052). */
export const checkOrigins = (settings: Settings): readonly Finding[] => {
  const console = new URL(consoleUrlOf(settings))
  const isShared = console.hostname === new URL(publicUrlOf(settings)).hostname
  // On one machine there is one name, and nobody else.
  if (!isShared || isLoopback(console.hostname)) return [fine(PART, `is at ${console.origin}`)]
  return [
    {
      verdict: 'note',
      part: PART,
      sentence: `${console.hostname} is the host name of the API too, and what one sets as a cookie the other is sent`,
      advice: 'Give the console a host name of its own in POSTRIDER_CONSOLE_URL.',
    },
  ]
}
