import { useLayoutEffect, useRef } from 'preact/hooks'
import { onKey } from './keyboard.js'

/** Does something at a key from the moment on at which what calls it is shown, as long as it is; undefined: nothing. */
export const useKey = (key: string, handler: (() => void) | undefined): void => {
  const latest = useRef(handler)
  latest.current = handler
  const isOn = handler !== undefined
  useLayoutEffect(() => (isOn ? onKey(key, () => latest.current?.()) : undefined), [key, isOn])
}
