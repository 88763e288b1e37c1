import { useLayoutEffect, useRef } from 'preact/hooks'
import { onKey } from './keyboard.js'

/** Handles a key while the component is shown; without a handler it does nothing. */
export const useKey = (key: string, handler: (() => void) | undefined): void => {
  const latest = useRef(handler)
  latest.current = handler
  const isOn = handler !== undefined
  useLayoutEffect(() => (isOn ? onKey(key, () => latest.current?.()) : undefined), [key, isOn])
}
