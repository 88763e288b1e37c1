import { useEffect, useRef } from 'preact/hooks'
import { onKey } from './keyboard.js'

/** Does something at a key while what calls it is shown; undefined: nothing. */
export const useKey = (key: string, handler: (() => void) | undefined): void => {
  const latest = useRef(handler)
  latest.current = handler
  const isOn = handler !== undefined
  useEffect(() => (isOn ? onKey(key, () => latest.current?.()) : undefined), [key, isOn])
}
